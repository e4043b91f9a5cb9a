import type { Database, Tx } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import type { PageNumbers } from '../../../platform/http/pages.ts'
import { availabilityChangesSql, changedStocksSql, unitRowsSql } from '../../announcing/store.ts'
import { movementsSql } from '../../movements/store.ts'
import type { Reservation, ReservedLine, ReservedLineSearch } from '../../reservation-schemas.ts'
import type { StockState, Units } from '../../stock-schemas.ts'
import { inStores, type Stores } from '../../store/limited-stores.ts'
import type { FreeUnits, ProductUnits } from '../allocate.ts'

// Transactions acquire locks in one order to avoid deadlocks: the reservation before stock, stock by product and store.

export type AllocatedOrder = { ordreId: string; expireLe: Date; taken: readonly Units[] }

const columns = sql`"ordreId", statut, "expireLe", array(
  select distinct "storeId" from logistics.ligne
  where ligne."ordreId" = reservation."ordreId" and quantite > 0 order by 1) as magasins`

const free = (productIds: readonly number[]) => sql`
  select "productId", "storeId", greatest(quantite - reserve, 0) as libre from logistics.stock
  where "productId" = any(${sql.list(productIds, 'bigint')})`

/** Returns the free units of products by store. A product without stock rows is not tracked and has no entry. */
export const readFreeStock = (db: Database, productIds: readonly number[]) =>
  db.rows(sql<FreeUnits>`${free(productIds)}`.pointRead())

/** Locks the stock rows of products and returns their free units. */
export const lockStock = (tx: Tx, productIds: readonly number[]) =>
  tx.rows(sql<FreeUnits>`${free(productIds)} order by "productId", "storeId" for update`)

const each = <Row>(rows: readonly Row[], field: keyof Row, type: string) =>
  sql.list(
    rows.map(row => row[field]),
    type,
  )

/**
 * Reserves the units that were allocated to several orders from a read of the stocks, and checks each row again as it
 * changes. An order is not in `claimed` if its reservation is active, prepared or cancelled. `raced`: some stock no
 * longer suffices, and the caller must roll back. `crossed`: the availability changes.
 */
export const reserveStock = async (tx: Tx, orders: readonly AllocatedOrder[], now: Date) => {
  const lines = orders.flatMap(({ ordreId, taken }) => taken.map(line => ({ ordreId, ...line })))
  return await tx.one(sql<{ claimed: string[]; raced: boolean; crossed: StockState[] }>`
    with claimed as (
      insert into logistics.reservation as held ("ordreId", statut, "expireLe", "createdAt", "updatedAt")
      select "ordreId", 'active', until, ${now}::timestamptz, ${now}::timestamptz
      from unnest(
        ${each(orders, 'ordreId', 'text')}, ${each(orders, 'expireLe', 'timestamptz')}
      ) as new ("ordreId", until) order by 1
      on conflict ("ordreId") do update
        set statut = 'active', "expireLe" = excluded."expireLe", "updatedAt" = excluded."updatedAt"
        where held.statut in ('liberee', 'expiree')
      returning "ordreId"),
    requested as materialized (
      select requested.* from unnest(
        ${each(lines, 'ordreId', 'text')}, ${each(lines, 'productId', 'bigint')},
        ${each(lines, 'storeId', 'bigint')}, ${each(lines, 'quantite', 'integer')}
      ) as requested ("ordreId", "productId", "storeId", quantite) join claimed using ("ordreId")),
    summed as materialized (
      select "productId", "storeId", sum(quantite)::integer as quantite from requested group by 1, 2),
    locked as materialized (
      select "productId", "storeId", summed.quantite from logistics.stock join summed using ("productId", "storeId")
      where stock.quantite - stock.reserve >= summed.quantite
      order by "productId", "storeId" for update of stock),
    held as (
      insert into logistics.ligne ("ordreId", "productId", "storeId", quantite) select * from requested),
    ${changedStocksSql(sql`locked`, sql`reserve = stock.reserve + locked.quantite`, sql`-locked.quantite`)}
    select array(select "ordreId" from claimed) as claimed,
      (select count(*) from locked) < (select count(*) from summed) as raced, ${availabilityChangesSql}`)
}

/**
 * Reads a consistent state after a shortage: the `free` units; `reserved`, whether the order has a reservation that was
 * neither released nor expired; and `overdue`, whether any active reservation is past its end. An index provides the
 * earliest end, whereas `exists` read all of 20,000 reservations.
 */
export const readSituation = async (
  db: Database,
  { ordreId, units }: { ordreId: string; units: readonly ProductUnits[] },
  now: Date,
) =>
  await db.one(sql<{ free: FreeUnits[]; reserved: boolean; overdue: boolean }>`
    select
      (select coalesce(json_agg(free), '[]') from (${free(units.map(({ productId }) => productId))}) as free) as free,
      exists (select from logistics.reservation
        where "ordreId" = ${ordreId} and statut not in ('liberee', 'expiree')) as reserved,
      coalesce((select min("expireLe") from logistics.reservation where statut = 'active') <= ${now}, false) as overdue`)

/**
 * Extends an active reservation and returns it; undefined if there is none. An earlier end is ignored: a repeated
 * request for a link must not interrupt a running payment.
 */
export const extendReservation = (tx: Tx, ordreId: string, expireLe: Date, now: Date) =>
  tx.first(sql<Reservation>`
    update logistics.reservation set "expireLe" = greatest("expireLe", ${expireLe}), "updatedAt" = ${now}
    where "ordreId" = ${ordreId} and statut = 'active'
    returning ${columns}`)

export const findReservation = (db: Database, ordreId: string) =>
  db.first(sql<Reservation>`select ${columns} from logistics.reservation where "ordreId" = ${ordreId}`)

/** Locks an order's reservation and returns its status. For an order without one, inserts one with this `statut`. */
export async function lockReservation(tx: Tx, ordreId: string, statut: 'liberee' | 'annulee', now: Date) {
  await tx.run(sql`
    insert into logistics.reservation ("ordreId", statut, "expireLe", "createdAt", "updatedAt")
    values (${ordreId}, ${statut}, ${now}, ${now}, ${now})
    on conflict do nothing`)
  return await tx.one(sql<Pick<Reservation, 'statut'>>`
    select statut from logistics.reservation where "ordreId" = ${ordreId} for update`)
}

export const markReservation = (tx: Tx, ordreId: string, statut: 'prelevee' | 'annulee', now: Date) =>
  tx.run(sql`
    update logistics.reservation set statut = ${statut}, "updatedAt" = ${now} where "ordreId" = ${ordreId}`)

/**
 * Deducts from the stock the units that the order has reserved, or as many as exist, and ends their reservation.
 * Returns the deducted units, which the lines then contain. The sellable quantity does not change.
 */
export async function deductReserved(tx: Tx, ordreId: string, now: Date) {
  // A separate statement, so that the next one reads the quantities after the lock.
  await tx.run(sql`
    select from logistics.stock join logistics.ligne using ("productId", "storeId")
    where "ordreId" = ${ordreId} order by "productId", "storeId" for update of stock`)
  return tx.rows(sql<Units>`
    with taken as materialized (
      select "productId", "storeId", ligne.quantite as promised, least(stock.quantite, ligne.quantite) as quantite
      from logistics.stock join logistics.ligne using ("productId", "storeId") where "ordreId" = ${ordreId}),
    changed as (
      update logistics.stock set quantite = stock.quantite - taken.quantite,
        reserve = stock.reserve - taken.promised, "updatedAt" = ${now}
      from taken where stock."productId" = taken."productId" and stock."storeId" = taken."storeId"
      returning stock."productId", stock."storeId", stock.quantite as physique, -taken.quantite as difference),
    ${movementsSql(sql`changed`, { nature: 'preparation', reference: sql`${ordreId}` }, now)},
    kept as (
      update logistics.ligne set quantite = taken.quantite from taken
      where "ordreId" = ${ordreId} and ligne."productId" = taken."productId" and ligne."storeId" = taken."storeId")
    select "productId", "storeId", quantite from taken where quantite > 0`)
}

/**
 * Deducts the units allocated to an order from stock that this transaction has locked, and adds them to the lines of
 * the order. Returns the availability changes.
 */
export const deductFree = (tx: Tx, ordreId: string, taken: readonly Units[], now: Date) =>
  tx.value(sql<{ crossed: StockState[] }>`
    with taken as (${unitRowsSql(taken)}),
    ${changedStocksSql(sql`taken`, sql`quantite = stock.quantite - taken.quantite, "updatedAt" = ${now}`, sql`-taken.quantite`)},
    ${movementsSql(sql`changed`, { nature: 'preparation', reference: sql`${ordreId}` }, now)},
    kept as (
      insert into logistics.ligne ("ordreId", "productId", "storeId", quantite)
    select ${ordreId}, "productId", "storeId", quantite from taken
    on conflict ("ordreId", "productId", "storeId") do update set quantite = ligne.quantite + excluded.quantite)
    select ${availabilityChangesSql}`)

/** `stores` are those to which the list is limited; undefined for all. */
type Filter = Pick<ReservedLineSearch, 'productId' | 'storeId' | 'ordreId'> & {
  stores: Stores
}

/** Active reservations are few and have an index, whereas the lines of all orders are many. */
const matching = ({ productId, storeId, stores, ordreId }: Filter) => sql`
  from logistics.reservation join logistics.ligne using ("ordreId")
  where statut = 'active' and quantite > 0
    ${inStores(stores)}
    ${productId === undefined ? sql.empty : sql`and "productId" = ${productId}`}
    ${storeId === undefined ? sql.empty : sql`and "storeId" = ${storeId}`}
    ${ordreId === undefined ? sql.empty : sql`and "ordreId" = ${ordreId}`}`

export const readReservedPage = (db: Database, filter: Filter, { page, limit }: PageNumbers) =>
  db.rows(
    sql<ReservedLine>`
    select "ordreId", "productId", "storeId", quantite, reservation."createdAt", "expireLe" ${matching(filter)}
    order by "expireLe", "ordreId", "productId", "storeId" ${sql.page(limit, (page - 1) * limit)}`.fromReplica(),
  )

export const countReserved = (db: Database, filter: Filter) =>
  db.value(sql<{ total: number }>`select count(*) total ${matching(filter)}`.fromReplica())
