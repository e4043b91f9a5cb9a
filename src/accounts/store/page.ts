import type { Database } from '../../platform/database/database.ts'
import { type Sql, sql } from '../../platform/database/sql.ts'
import { pageOf } from '../../platform/http/pages.ts'
import type { PageQuery } from '../schemas.ts'

/** `from` is a table with the conditions on its rows. */
type Listing = { columns: Sql; from: Sql; order: Sql }

/** Returns a page of rows and the number of rows on all pages. */
export const readPage = <Row>(db: Database, { columns, from, order }: Listing, query: PageQuery) =>
  pageOf(
    query,
    db.rows(sql<Row>`
      select ${columns} from ${from} order by ${order}
      ${sql.page(query.limit, (query.page - 1) * query.limit)}`),
    db.value(sql<{ total: number }>`select count(*) as total from ${from}`),
  )
