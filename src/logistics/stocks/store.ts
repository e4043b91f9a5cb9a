import type { Database, Tx } from '../../platform/database/database.ts'
import { type Sql, sql } from '../../platform/database/sql.ts'
import type { PageNumbers } from '../../platform/http/pages.ts'
import { availabilityChangesSql, changedStocksSql, unitRowsSql } from '../announcing/store.ts'
import { type Cause, movementsSql } from '../movements/store.ts'
import {
  type Availability,
  type CountedStock,
  type CountedStockSearch,
  MAX_PUBLIC_UNITS,
  type PublicAvailability,
  type StockItem,
  type StockRef,
  type StockState,
  type StockTransfer,
  type StoreQuantity,
  type Units,
} from '../stock-schemas.ts'
import { inStores, type Stores } from '../store/limited-stores.ts'

export const keyOf = ({ productId, storeId }: StockRef) => `${productId}/${storeId}`

/** Larger than any real quantity, and far below the column's maximum. */
export const MAX_QUANTITY = 1_000_000_000

const free = sql`greatest(quantite - reserve, 0)`
const item = sql`id, ${free} as stock, "productId", "storeId"`
const counted = sql`${item}, quantite as "enStock", reserve, seuil, "updatedAt"`
/** Rows of deleted products remain for the orders that reserved units, and are not listed. */
const listed = sql`not supprime`

const items = (which: Sql) => sql<StockItem>`select ${item} from logistics.stock where ${listed} and ${which}`

export const listStocksAfter = (db: Database, id: number, limit: number) =>
  db.rows(items(sql`id > ${id} order by id limit ${limit}`).fromReplica())

export const listStoreStock = (db: Database, storeId: number) =>
  db.rows(items(sql`"storeId" = ${storeId} order by rang`).fromReplica())

export const findStock = (db: Database, storeId: number, productId: number) =>
  db.rows(items(sql`"storeId" = ${storeId} and "productId" = ${productId}`).pointRead())

type PageRow = { total: number; productId: number | null; storeId: number; quantity: number }

/**
 * Returns the rows of a store after the first `after`, each with the total; a page past the last has one row without a
 * product, an unknown store no row. Positions of unlisted rows are skipped: each one before a row increases the
 * position of that row by one.
 */
export const readStorePage = (db: Database, storeId: number, after: number, limit: number) =>
  db.rows(
    sql<PageRow>`
    with gap as materialized (
      select rang - row_number() over (order by rang) as before from logistics.stock
      where "storeId" = ${storeId} and supprime),
    page as materialized (
      select count(*) as gaps, ${after}::integer + count(*) filter (where before < ${after}::integer) as start,
        ${after + limit}::integer + count(*) filter (where before < ${after + limit}::integer) as stop from gap)
    select lignes - gaps as total, "productId", magasin."storeId", ${free} as quantity
    from page cross join logistics.magasin left join logistics.stock
      on stock."storeId" = magasin."storeId" and rang > start and rang <= stop and ${listed}
    where magasin."storeId" = ${storeId} order by rang`
      .pointRead()
      .fromReplica(),
  )

export const listStoresWithProduct = (db: Database, productId: number) =>
  db.rows(
    sql<StoreQuantity>`
    select "storeId", ${free} as quantity from logistics.stock where "productId" = ${productId} and ${listed}
    order by "storeId"`.pointRead(),
  )

/**
 * Returns the availability of products in one store or, if `storeId` is null, in all together: 0 if that store has no
 * stock row of the product. Products without any stock row are missing.
 */
export const readAvailableQuantities = (
  db: Database,
  productIds: readonly number[],
  storeId: number | null,
) =>
  db.rows(
    sql<Availability>`
    select "productId", coalesce(
      sum(${free}) filter (where ${storeId}::bigint is null or "storeId" = ${storeId}::bigint), 0) as disponible
    from logistics.stock where "productId" = any(${productIds}::bigint[]) group by "productId" order by "productId"`.pointRead(),
  )

/** Returns what everyone may know about the availability of products; those without any listed stock row are missing. */
export const listPublicAvailability = (db: Database, productIds: readonly number[], storeId: number | null) =>
  db.rows(
    sql<PublicAvailability>`
    select "productId", units > 0 as "enStock",
      case when units between 1 and ${sql.constant(MAX_PUBLIC_UNITS)} then units end as reste, "enMagasin"
    from (
      select "productId", sum(${free}) as units,
        bool_or(${free} > 0) filter (where "storeId" = ${storeId}::bigint) as "enMagasin"
      from logistics.stock where "productId" = any(${productIds}::bigint[]) and ${listed}
      group by "productId") as product
    order by "productId"`
      .pointRead()
      .fromReplica(),
  )

/** Returns the counts without a listed stock row, in their order. */
export const findCountsWithoutRow = (db: Database, counts: readonly Units[]) =>
  db.rows(sql<Units>`
    with given as (${unitRowsSql(counts)})
    select "productId", "storeId", given.quantite from given left join logistics.stock using ("productId", "storeId")
    where stock.id is null or supprime order by place`)

/** Locks stores until the transaction ends, so that concurrently added rows get different positions. */
export const lockStores = (tx: Tx, storeIds: readonly number[]) =>
  tx.run(sql`
    insert into logistics.magasin as known ("storeId", lignes)
    select distinct "storeId", 0 from unnest(${storeIds}::bigint[]) as given ("storeId") order by "storeId"
    on conflict ("storeId") do update set lignes = known.lignes`)

/**
 * Adds missing rows, except for deleted products, and returns the states of the new rows. No two counts may have the
 * same product and store. The caller has locked the stores.
 */
export const insertStocks = (tx: Tx, counts: readonly Units[], now: Date) =>
  tx.rows(sql<StockState>`
    with given as (${unitRowsSql(counts)}),
    missing as (
      select "productId", "storeId", given.quantite,
        row_number() over (partition by "storeId" order by place) as place
      from given left join logistics.stock using ("productId", "storeId")
      where stock.id is null
        and not exists (select from logistics.produit_supprime gone where gone."productId" = given."productId")),
    counted as (
      update logistics.magasin set lignes = magasin.lignes + added.lignes
      from (select "storeId", count(*) as lignes from missing group by "storeId") as added
      where magasin."storeId" = added."storeId"),
    added as (
      insert into logistics.stock ("productId", "storeId", rang, quantite, "updatedAt")
      select "productId", "storeId", magasin.lignes + place, missing.quantite, ${now}
      from missing join logistics.magasin using ("storeId") order by "storeId", place
      returning "productId", "storeId", version, quantite as physique, quantite as difference),
    ${movementsSql(sql`added`, { nature: 'comptage' }, now)}
    select "productId", "storeId", version, physique > 0 as disponible from added`)

/**
 * Sets the counts of listed rows; no two counts may have the same product and store. Rows are locked in the same order
 * as by reservations; rows with the same count are not written. Returns the availability changes and the changed rows.
 */
export const updateStocks = (tx: Tx, counts: readonly Units[], now: Date) =>
  tx.one(sql<{ crossed: StockState[]; changed: StockRef[] }>`
    with given as (${unitRowsSql(counts)}),
    locked as materialized (
      select "productId", "storeId", given.quantite, given.quantite - stock.quantite as difference
      from logistics.stock join given using ("productId", "storeId")
      where stock.quantite <> given.quantite and ${listed} order by "productId", "storeId" for update of stock),
    ${changedStocksSql(sql`locked`, sql`quantite = locked.quantite, "updatedAt" = ${now}`, sql`locked.difference`)},
    ${movementsSql(sql`changed`, { nature: 'comptage' }, now)}
    select ${availabilityChangesSql}, (
      select coalesce(json_agg(json_build_object('productId', "productId", 'storeId', "storeId")), '[]')
      from changed) as changed`)

/** Locks and returns a stock row; undefined if there is none or its product is deleted. */
export const lockStock = (tx: Tx, { storeId, productId }: StockRef) =>
  tx.first(sql<Pick<CountedStock, 'enStock' | 'seuil' | 'updatedAt'>>`
    select quantite as "enStock", seuil, "updatedAt" from logistics.stock
    where "storeId" = ${storeId} and "productId" = ${productId} and ${listed} for update`)

type StockUpdate = StockRef & { quantite: number; seuil: number | null; cause: Cause; difference: number }

/** Updates a locked row by this difference, increments its version and records the movement. */
export const updateStock = (
  tx: Tx,
  { storeId, productId, quantite, seuil, cause, difference }: StockUpdate,
  now: Date,
) =>
  tx.one(sql<CountedStock & { version: number }>`
    with changed as (
      update logistics.stock set quantite = ${quantite}, seuil = ${seuil}, "updatedAt" = ${now},
        version = version + 1
      where "productId" = ${productId} and "storeId" = ${storeId}
      returning stock.*, quantite as physique, ${difference}::integer as difference),
    ${movementsSql(sql`changed`, cause, now)}
    select ${counted}, version from changed`)

/**
 * Moves free units of a product to another store. Returns how many of the two rows exist, whether the units were moved,
 * and the availability changes. It moves none if they are not free or the other row would hold too many.
 */
export const moveStock = (
  tx: Tx,
  { productId, deMagasinId, versMagasinId, quantite, motif = null }: StockTransfer,
  now: Date,
) =>
  tx.one(sql<{ rows: number; isMoved: boolean; crossed: StockState[] }>`
    with locked as materialized (
      select "productId", "storeId",
        case "storeId" when ${versMagasinId} then ${quantite}::integer else -${quantite}::integer end as difference,
        case "storeId" when ${versMagasinId} then quantite <= ${MAX_QUANTITY - quantite}::integer
          else quantite - reserve >= ${quantite}::integer end as fits
      from logistics.stock
      where "productId" = ${productId} and "storeId" in (${deMagasinId}, ${versMagasinId}) and ${listed}
      order by "storeId" for update),
    accepted as materialized (select * from locked where (select count(*) filter (where fits) from locked) = 2),
    ${changedStocksSql(
      sql`accepted`,
      sql`quantite = stock.quantite + accepted.difference, "updatedAt" = ${now}`,
      sql`accepted.difference`,
    )},
    ${movementsSql(
      sql`changed`,
      {
        nature: 'transfert',
        reference: sql`case "storeId" when ${versMagasinId} then ${String(deMagasinId)} else ${String(versMagasinId)} end`,
        motif,
      },
      now,
    )}
    select (select count(*) from locked) as rows, exists (select from changed) as "isMoved", ${availabilityChangesSql}`)

/** `stores` are those to which the list is limited; undefined for all. */
type Filter = Pick<CountedStockSearch, 'storeId' | 'productIds' | 'sousSeuil'> & {
  stores: Stores
}

const matching = ({ storeId, stores, productIds, sousSeuil }: Filter) => sql`
  ${listed}
  ${inStores(stores)}
  ${storeId === undefined ? sql.empty : sql`and "storeId" = ${storeId}`}
  ${productIds === undefined ? sql.empty : sql`and "productId" = any(${productIds.split(',').map(Number)}::bigint[])`}
  ${sousSeuil === undefined ? sql.empty : sousSeuil ? sql`and ${isLow}` : sql`and (seuil is null or ${free} >= seuil)`}`

const isLow = sql`seuil is not null and ${free} < seuil`

/** Returns a page of rows, ordered by store and, in each store, by the time at which the row was added. */
export const readCountedPage = (db: Database, filter: Filter, { page, limit }: PageNumbers) =>
  db.rows(
    sql<CountedStock>`
    select ${counted} from logistics.stock where ${matching(filter)}
    order by "storeId", rang ${sql.page(limit, (page - 1) * limit)}`.fromReplica(),
  )

export const countCounted = (db: Database, filter: Filter) =>
  db.value(
    sql<{
      total: number
    }>`select count(*) total from logistics.stock where ${matching(filter)}`.fromReplica(),
  )

/**
 * Waits for transactions that add stock rows and blocks further ones until this transaction ends: a row of a product
 * that is concurrently deleted is seen here, or is not added.
 */
export const lockNewRows = (tx: Tx) => tx.run(sql`lock table logistics.magasin in exclusive mode`)

/** Inserts the ids of deleted products and returns those that were not known as deleted. */
export const insertDeleted = (tx: Tx, productIds: readonly number[]) =>
  tx.column(sql<{ id: number }>`
    insert into logistics.produit_supprime ("productId")
    select distinct id from unnest(${productIds}::bigint[]) id order by id
    on conflict do nothing returning "productId" as id`)

/** Rows are locked in the same order as by reservations. */
export const hideStocks = (tx: Tx, productIds: readonly number[]) =>
  tx.run(sql`
    with locked as materialized (
      select id from logistics.stock where "productId" = any(${productIds}::bigint[])
      order by "productId", "storeId" for update)
    update logistics.stock set supprime = true from locked where stock.id = locked.id`)

export const countDeleted = (db: Database) =>
  db.value(sql<{ total: number }>`select count(*) as total from logistics.produit_supprime`)
