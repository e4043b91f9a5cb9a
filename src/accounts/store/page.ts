import type { Database } from '../../platform/database/database.ts'
import { type Sql, sql } from '../../platform/database/sql.ts'
import type { PageQuery } from '../schemas.ts'

/** `from` is a table with the conditions on its rows. */
type Listing = { columns: Sql; from: Sql; order: Sql }

/** Returns a page of rows and the total of all pages. */
export async function readPage<Row>(
  db: Database,
  { columns, from, order }: Listing,
  { page, limit }: PageQuery,
) {
  const [data, total] = await Promise.all([
    db.rows(sql<Row>`
      select ${columns} from ${from} order by ${order} limit ${limit} offset ${(page - 1) * limit}`),
    db.value(sql<{ total: number }>`select count(*) as total from ${from}`),
  ])
  return { data, total, page, limit }
}
