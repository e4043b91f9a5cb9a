import type { Tx } from '../database/database.ts'
import { sql } from '../database/sql.ts'

/** A key of a caller for a route; only its hash is stored. */
export type Key = { route: string; caller: string; key: string }
/** The claim of one call: `owner` is unique, so that no call touches the claim of a later one. */
export type Claim = Key & { owner: string; runningUntil: Date }
type NewClaim = Claim & { bodyHash: string; now: Date; real: Date }
type Earlier = { bodyHash: string } & ({ status: null; answer: null } | { status: number; answer: string })

const DAY_MS = 86_400_000

/**
 * Claims the key for this call, or returns the earlier call that holds it. A used key is free again after 24 hours, or
 * once the time limit of a call that stored no response has passed.
 */
export async function claimKey(tx: Tx, claim: NewClaim): Promise<Earlier | undefined> {
  const { route, caller, key, owner, bodyHash, now, real, runningUntil } = claim
  const mine = await tx.run(sql`
    insert into platform.idempotency_key as held (route, caller, key, owner, "bodyHash", "createdAt", "runningUntil")
    values (${route}, ${caller}, ${key}, ${owner}, ${bodyHash}, ${now}, ${runningUntil})
    on conflict (route, caller, key) do update
      set owner = excluded.owner, "bodyHash" = excluded."bodyHash", status = null, answer = null,
          "createdAt" = excluded."createdAt", "runningUntil" = excluded."runningUntil"
      where case when held.status is null then held."runningUntil" < ${real}
                 else held."createdAt" < ${new Date(now.getTime() - DAY_MS)} end`)
  if (mine === 1) return undefined
  return tx.first(sql<Earlier>`
    select "bodyHash", status, answer from platform.idempotency_key
    where route = ${route} and caller = ${caller} and key = ${key}`)
}

/**
 * Stores the answer of a call, encrypted, because it may contain secrets. Returns 0 if the call no longer has its claim.
 */
export const storeAnswer = (tx: Tx, { route, caller, key, owner }: Claim, status: number, answer: string) =>
  tx.run(sql`
    update platform.idempotency_key set status = ${status}, answer = ${sql.json(answer)}
    where route = ${route} and caller = ${caller} and key = ${key} and owner = ${owner}`)

/**
 * Deletes claims that have no answer, and returns their number. Skips one that a transaction has locked: that
 * transaction stores its answer, and its commit may be in progress although the call has failed.
 */
export const releaseClaims = (tx: Tx, claims: readonly Claim[]) =>
  tx.run(sql`
    delete from platform.idempotency_key where (route, caller, key) in (
      select held.route, held.caller, held.key
      from platform.idempotency_key as held
      join unnest(
        ${claims.map(({ route }) => route)}::text[], ${claims.map(({ caller }) => caller)}::text[],
        ${claims.map(({ key }) => key)}::text[], ${claims.map(({ owner }) => owner)}::uuid[]
      ) as released (route, caller, key, owner) using (route, caller, key, owner)
      where held.status is null
      for update of held skip locked)`)

/** Deletes answers that are older than 24 hours, and claims whose call died. `real` is real time. */
export const pruneKeys = (tx: Tx, now: Date, real: Date) =>
  tx.run(sql`
    delete from platform.idempotency_key
    where "createdAt" < ${new Date(now.getTime() - DAY_MS)} and (status is not null or "runningUntil" < ${real})`)
