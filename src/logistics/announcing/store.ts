import type { Database } from '../../platform/database/database.ts'
import { type Sql, sql } from '../../platform/database/sql.ts'
import type { StockState, Units } from '../stock-schemas.ts'

/**
 * Returns the common table expression `changed`, which applies `change` to the locked stock rows that `source` names
 * and increments their versions. `difference` is the increase of the sellable quantity.
 */
export const changedStocksSql = (source: Sql, change: Sql, difference: Sql) => sql`
  changed as (
    update logistics.stock set ${change}, version = stock.version + 1 from ${source}
    where stock."productId" = ${source}."productId" and stock."storeId" = ${source}."storeId"
    returning stock."productId", stock."storeId", stock.version, stock.quantite - stock.reserve as libre,
      stock.quantite as physique, ${difference} as difference)`

/** Returns a query with a row for each of these units; `place` is its position, from 1. */
export const unitRowsSql = (units: readonly Units[]) => sql`
  select * from unnest(
    ${units.map(({ productId }) => productId)}::bigint[], ${units.map(({ storeId }) => storeId)}::bigint[],
    ${units.map(({ quantite }) => quantite)}::integer[]
  ) with ordinality as units ("productId", "storeId", quantite, place)`

/**
 * Returns the common table expressions `locked` and `changed`, which lock the stocks of the units in `source` in the
 * common order and return the units to them by `change`.
 */
export const returnedUnitsSql = (source: Sql, change: Sql) => sql`
  locked as materialized (
    select "productId", "storeId", ${source}.quantite from logistics.stock join ${source} using ("productId", "storeId")
    order by "productId", "storeId" for update of stock),
  ${changedStocksSql(sql`locked`, change, sql`locked.quantite`)}`

/** The result column `crossed`: the rows of `changed` that became sold out or available again, as JSON. */
export const availabilityChangesSql = sql`(
  select coalesce(json_agg(json_build_object(
    'productId', "productId", 'storeId', "storeId", 'version', version, 'disponible', libre > 0)), '[]')
  from changed where (libre > 0) <> (libre - difference > 0)) as crossed`

/** Returns the current states of up to `limit` stock rows after an id, each with its id; deleted products included. */
export const readStatesAfter = (db: Database, id: number, limit: number) =>
  db.rows(
    sql<StockState & { id: number }>`
    select id, "productId", "storeId", version, quantite > reserve as disponible from logistics.stock
    where id > ${id} order by id limit ${limit}`,
  )
