import type { Tx } from '../database/database.ts'
import { sql } from '../database/sql.ts'

/** A key of a caller for a route; only its hash is stored. */
export type Key = { route: string; caller: string; key: string }
type Claim = Key & { bodyHash: string; now: Date; real: Date; runningUntil: Date }
type Earlier = { bodyHash: string } & ({ status: null; answer: null } | { status: number; answer: string })

const DAY_MS = 86_400_000

/**
 * Claims the key for this call, or returns the earlier call that holds it. A used key is free again after 24 hours, or
 * once the time limit of a call that stored no response has passed.
 */
export async function claimKey(tx: Tx, claim: Claim): Promise<Earlier | undefined> {
  const { route, caller, key, bodyHash, now, real, runningUntil } = claim
  const mine = await tx.run(sql`
    insert into platform.idempotency_key as held (route, caller, key, "bodyHash", "createdAt", "runningUntil")
    values (${route}, ${caller}, ${key}, ${bodyHash}, ${now}, ${runningUntil})
    on conflict (route, caller, key) do update
      set "bodyHash" = excluded."bodyHash", status = null, answer = null,
          "createdAt" = excluded."createdAt", "runningUntil" = excluded."runningUntil"
      where held."createdAt" < ${new Date(now.getTime() - DAY_MS)}
         or (held.status is null and held."runningUntil" < ${real})`)
  if (mine === 1) return undefined
  return tx.first(sql<Earlier>`
    select "bodyHash", status, answer from platform.idempotency_key
    where route = ${route} and caller = ${caller} and key = ${key}`)
}

/** `answer` is encrypted, because it may contain secrets. */
export const storeAnswer = (tx: Tx, { route, caller, key }: Key, status: number, answer: string) =>
  tx.run(sql`
    update platform.idempotency_key set status = ${status}, answer = ${sql.json(answer)}
    where route = ${route} and caller = ${caller} and key = ${key}`)

export const releaseKey = (tx: Tx, { route, caller, key }: Key) =>
  tx.run(sql`
    delete from platform.idempotency_key
    where route = ${route} and caller = ${caller} and key = ${key} and status is null`)

export const pruneKeys = (tx: Tx, now: Date) =>
  tx.run(sql`delete from platform.idempotency_key where "createdAt" < ${new Date(now.getTime() - DAY_MS)}`)
