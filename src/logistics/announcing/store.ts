import type { Database } from '../../platform/database/database.ts'
import { type Sql, sql } from '../../platform/database/sql.ts'
import type { StockState } from '../stock-schemas.ts'

export type Units = { productId: number; storeId: number; quantite: number }

/** Every statement that changes `quantite` or `reserve` of a row of stock sets it. */
export const nextVersion = sql`version = stock.version + 1`

/** The `returning` clause that `crossings` reads. `difference`: how much more can be sold than before. */
export const changedStock = (difference: Sql) => sql`
  returning stock."productId", stock."storeId", stock.version, stock.quantite - stock.reserve as libre,
    ${difference} as difference`

/** Units of products in stores as rows of a statement; `place` is their order. */
export const unitsAsRows = (units: readonly Units[]) => sql`
  select * from unnest(
    ${units.map(({ productId }) => productId)}::bigint[], ${units.map(({ storeId }) => storeId)}::bigint[],
    ${units.map(({ quantite }) => quantite)}::integer[]
  ) with ordinality as units ("productId", "storeId", quantite, place)`

/** `locked` and `changed`: the stocks of the units in `source`, locked in the order in which all do and given these back by `change`. */
export const returnUnits = (source: Sql, change: Sql) => sql`
  locked as materialized (
    select "productId", "storeId", ${source}.quantite from logistics.stock join ${source} using ("productId", "storeId")
    order by "productId", "storeId" for update of stock),
  changed as (
    update logistics.stock set ${change}, ${nextVersion} from locked
    where stock."productId" = locked."productId" and stock."storeId" = locked."storeId"
    ${changedStock(sql`locked.quantite`)})`

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
