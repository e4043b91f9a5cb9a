import type { Database } from '../../platform/database/database.ts'
import { type Sql, sql } from '../../platform/database/sql.ts'
import type { StockState } from '../stock-schemas.ts'

/** Every statement that changes `quantite` or `reserve` of a row of stock sets it. */
export const nextVersion = sql`version = stock.version + 1`

/** The `returning` clause that `crossings` reads. `difference`: how much more can be sold than before. */
export const changedStock = (difference: Sql) => sql`
  returning stock."productId", stock."storeId", stock.version, stock.quantite - stock.reserve as libre,
    ${difference} as difference`

/** The changed rows whose last unit that can be sold went, or whose first came, as JSON. */
export const crossings = (changed: Sql) => sql`
  select coalesce(json_agg(json_build_object(
    'productId', "productId", 'storeId', "storeId", 'version', version, 'disponible', libre > 0)), '[]')
  from ${changed} as changed where (libre > 0) <> (libre - difference > 0)`

/** Rows of stock after one id, each with its own: what is announced, as it stands. */
export const statesAfter = (db: Database, id: number, limit: number) =>
  db.rows(
    sql<StockState & { id: number }>`
    select id, "productId", "storeId", version, quantite > reserve as disponible from logistics.stock
    where id > ${id} order by id limit ${limit}`,
  )
