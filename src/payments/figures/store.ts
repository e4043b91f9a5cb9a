import type { Database } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Status } from '../tables.ts'

export type Outcomes = { status: Status; rembourse: boolean; nombre: number; montantCents: number }

/**
 * Counts the transactions created in a period by current status, with refunds separate. Uses the index on creation
 * time.
 */
export const outcomesOf = (db: Database, from: Date, until: Date) =>
  db.rows(
    sql<Outcomes>`
    select status, "rembourseId" is not null as rembourse, count(*) as nombre,
      coalesce(sum("montantCents") filter (where upper(devise) = 'EUR'), 0)::bigint as "montantCents"
    from payments.transaction where "createdAt" >= ${from} and "createdAt" < ${until}
    group by 1, 2 order by 1, 2`.fromReplica(),
  )
