import type { Tx } from '../database/database.ts'
import { sql } from '../database/sql.ts'

/** Forgets what no longer counts. `now` is real time. */
export const pruneLimits = (tx: Tx, now: Date) =>
  tx.run(sql`delete from platform.limite where expire < ${now.getTime()}`)
