import type { Database, Tx } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'

/** Notes an order of this address unless `most` have been noted since `from`; false then. All moments are real time. */
export const noteOrder = async (tx: Tx, adresse: string, most: number, from: Date, now: Date, until: Date) =>
  (await tx.run(sql`
    insert into orders.cadence as known (adresse, moments, "jusque")
    values (${adresse}, array[${now}::timestamptz], ${until})
    on conflict (adresse) do update set
      moments = array(select moment from unnest(known.moments) as moment where moment > ${from}) || excluded.moments,
      "jusque" = excluded."jusque"
    where (select count(*) from unnest(known.moments) as moment where moment > ${from}) < ${most}`)) === 1

/** The oldest order of this address that still counts. */
export const oldestOrder = async (db: Database, adresse: string, from: Date) =>
  (
    await db.first(sql<{ oldest: Date | null }>`
      select min(moment) as oldest from orders.cadence, unnest(moments) as moment
      where adresse = ${adresse} and moment > ${from}`)
  )?.oldest

export const pruneCadence = (tx: Tx, now: Date) =>
  tx.run(sql`delete from orders.cadence where "jusque" < ${now}`)
