import type { Tx } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'

export const insertToken = (
  tx: Tx,
  { hash, compteId, expireLe, now }: { hash: Buffer; compteId: number; expireLe: Date; now: Date },
) =>
  tx.run(sql`
    insert into accounts.jeton (hash, "compteId", "createdAt", "expireLe")
    values (${hash}, ${compteId}, ${now}, ${expireLe})`)

/** False when there is no such valid token (any more). */
export const deleteToken = async (tx: Tx, hash: Buffer, now: Date) =>
  (await tx.run(sql`delete from accounts.jeton where hash = ${hash} and "expireLe" > ${now}`)) === 1

export const pruneTokens = (tx: Tx, now: Date) =>
  tx.run(sql`delete from accounts.jeton where "expireLe" <= ${now}`)

/** Signs an account out everywhere. */
export const deleteTokensOf = (tx: Tx, compteId: number) =>
  tx.run(sql`delete from accounts.jeton where "compteId" = ${compteId}`)
