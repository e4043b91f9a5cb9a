import type { Origin } from './clock.ts'
import type { Database, Tx } from './database/database.ts'
import { sql } from './database/sql.ts'

/** Locks, so that of two processes that start at once one makes the origin and the other finds it. */
export async function readOrigin(tx: Tx): Promise<Origin | undefined> {
  await tx.run(sql`lock table platform.clock_origin in exclusive mode`)
  return tx.first(sql<Origin>`select real, time, multiplier from platform.clock_origin`)
}

export const saveOrigin = (tx: Tx, { real, time, multiplier }: Origin) =>
  tx.run(sql`
    insert into platform.clock_origin (real, time, multiplier) values (${real}, ${time}, ${multiplier})
    on conflict (id) do update set real = excluded.real, time = excluded.time, multiplier = excluded.multiplier`)

export const ping = (db: Database) => db.first(sql`select 1`)
