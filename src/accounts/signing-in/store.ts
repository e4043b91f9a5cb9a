import type { Database, Tx } from '../../platform/database/database.ts'
import { takeLock } from '../../platform/database/locks.ts'
import { sql } from '../../platform/database/sql.ts'

export type Origin = { email: string; adresse: string }

/**
 * Notes an attempt that begins, unless `limit` others since `since` run or have failed: then undefined. The lock lets the
 * attempts of one origin count one after another, so that no two see the same free place.
 */
export async function beginAttempt(
  tx: Tx,
  { email, adresse }: Origin,
  since: Date,
  now: Date,
  limit: number,
) {
  await takeLock(tx, 'accounts.login-attempts', sql`lower(${email}) || ' ' || ${adresse}`)
  return tx.first(sql<{ id: number }>`
    insert into accounts.tentative (email, adresse, le, echouee)
    select lower(${email}), ${adresse}, ${now}, false
    where (
      select count(*) from accounts.tentative
      where email = lower(${email}) and adresse = ${adresse} and le > ${since}) < ${limit}
    returning id`)
}

export const failAttempt = (tx: Tx, id: number) =>
  tx.run(sql`update accounts.tentative set echouee = true where id = ${id}`)

export const forgetAttempt = (tx: Tx, id: number) =>
  tx.run(sql`delete from accounts.tentative where id = ${id}`)

/** How many attempts have failed since `since`, and when the first of them did. */
export const failuresOf = async (db: Database, { email, adresse }: Origin, since: Date) =>
  await db.one(sql<{ failures: number; first: Date | null }>`
    select count(*) as failures, min(le) as first from accounts.tentative
    where email = lower(${email}) and adresse = ${adresse} and le > ${since} and echouee`)

export const pruneAttempts = (tx: Tx, before: Date) =>
  tx.run(sql`delete from accounts.tentative where le <= ${before}`)
