import type { Database, Tx } from '../../platform/database/database.ts'
import { type Sql, sql } from '../../platform/database/sql.ts'
import type { Free } from '../allocate.ts'
import type { Reservation } from '../schemas.ts'

/** Locks are always taken in one order, reservation before stock and stock by product and store: no two wait in a ring. */

export type Wanted = { productId: number; quantite: number }
export type Short = Wanted & { libre: number }
export type Held = Wanted & { storeId: number }
export type Allocated = { ordreId: string; expireLe: Date; taken: readonly Held[] }

const locking = sql`for update`

const columns = sql`"ordreId", statut, "expireLe"`

/**
 * Which stock serves what is wanted, for the statement that goes on from it: `stocked` the stock rows, locked or merely
 * read, `offered` what is free of each product that has any, `taken` what each row gives. A store that can serve the
 * whole order serves it; else each product comes from the fullest stores first. Products without stock rows are not
 * tracked and stand in none of them.
 */
const allocation = (wanted: Wanted[], condition: Sql, lock: Sql) => sql`
  wanted as (
    select * from unnest(
      ${wanted.map(({ productId }) => productId)}::bigint[], ${wanted.map(({ quantite }) => quantite)}::bigint[]
    ) as wanted ("productId", quantite)),
  stocked as materialized (
    select "productId", "storeId", greatest(quantite - reserve, 0) as libre from logistics.stock
    where "productId" = any(${wanted.map(({ productId }) => productId)}::bigint[]) and ${condition}
    order by "productId", "storeId" ${lock}),
  offered as (
    select "productId", wanted.quantite, sum(stocked.libre)::bigint as libre
    from wanted join stocked using ("productId") group by "productId", wanted.quantite),
  whole as (
    select "storeId" from stocked join offered using ("productId")
    where stocked.libre >= offered.quantite
    group by "storeId" having count(*) = (select count(*) from offered)
    order by sum(stocked.libre) desc, "storeId" limit 1),
  fullest_first as (
    select "productId", "storeId", stocked.libre, offered.quantite as wanted, coalesce(sum(stocked.libre) over (
      partition by "productId" order by stocked.libre desc, "storeId"
      rows between unbounded preceding and 1 preceding), 0) as before
    from stocked join offered using ("productId")
    where not exists (select from whole) or "storeId" = (select "storeId" from whole)),
  taken as materialized (
    select "productId", "storeId", least(libre, wanted - before)::integer as quantite from fullest_first
    where before < wanted and libre > 0)`

/** Orders' reservations: new ones, or some that were released or have expired. Locked in the order of their ids. */
const claim = (ordreIds: string[], untils: Date[], now: Date) => sql`
  insert into logistics.reservation as held ("ordreId", statut, "expireLe", "createdAt", "updatedAt")
  select "ordreId", 'active', until, ${now}::timestamptz, ${now}::timestamptz
  from unnest(${ordreIds}::text[], ${untils}::timestamptz[]) as new ("ordreId", until) order by 1
  on conflict ("ordreId") do update
    set statut = 'active', "expireLe" = excluded."expireLe", "updatedAt" = excluded."updatedAt"
    where held.statut in ('liberee', 'expiree')
  returning "ordreId"`

/**
 * Reserves what an order wants, in one statement: a new reservation or one that was released or has expired. Not `claimed`
 * when the order has one that is active, taken or cancelled. When something is `short`, or another order `raced` this one
 * to a stock, the caller must roll back. `overdue`, told of a shortage: some reservation has expired and still holds goods.
 * With `lockAll` no other can race, and all stock of the products waits; without, only what is taken is locked.
 */
export const insertReservation = (
  tx: Tx,
  { ordreId, wanted, expireLe, now }: { ordreId: string; wanted: Wanted[]; expireLe: Date; now: Date },
  lockAll: boolean,
) =>
  tx.first(sql<{ claimed: boolean; overdue: boolean; raced: boolean; short: Short[] }>`
    with claimed as (${claim([ordreId], [expireLe], now)}),
    ${allocation(wanted, sql`exists (select from claimed)`, lockAll ? locking : sql.empty)},
    short as (select * from offered where libre < quantite),
    locked as materialized (
      select "productId", "storeId", taken.quantite from logistics.stock join taken using ("productId", "storeId")
      where stock.quantite - stock.reserve >= taken.quantite and not exists (select from short)
      order by "productId", "storeId" for update of stock),
    held as (
      insert into logistics.ligne ("ordreId", "productId", "storeId", quantite)
      select ${ordreId}, "productId", "storeId", quantite from locked),
    reserved as (
      update logistics.stock set reserve = stock.reserve + locked.quantite
      from locked where stock."productId" = locked."productId" and stock."storeId" = locked."storeId")
    select exists (select from claimed) as claimed,
      case when exists (select from short) then exists (
        select from logistics.reservation where statut = 'active' and "expireLe" <= ${now})
        else false end as overdue,
      (select count(*) from locked) < (select count(*) from taken) as raced,
      (select coalesce(json_agg(short order by "productId"), '[]') from short) as short`)

/** What is free of the products, as it is at this moment. Products without stock rows are not tracked and have none. */
export const freeStock = (db: Database, productIds: readonly number[]) =>
  db.rows(
    sql<Free>`
      select "productId", "storeId", greatest(quantite - reserve, 0) as libre from logistics.stock
      where "productId" = any(${productIds}::bigint[])`.brief(),
  )

/**
 * Reserves for several orders what was `taken` for each from a reading of the stocks, in a fraction of the time in which the
 * statement above chooses for one. Not `claimed`: as there. `raced`: some stock has less by now, and the caller must roll
 * back.
 */
export const holdStocks = async (tx: Tx, orders: readonly Allocated[], now: Date) => {
  const lines = orders.flatMap(({ ordreId, taken }) => taken.map(held => ({ ordreId, ...held })))
  return (await tx.first(sql<{ claimed: string[]; raced: boolean }>`
    with claimed as (${claim(
      orders.map(({ ordreId }) => ordreId),
      orders.map(({ expireLe }) => expireLe),
      now,
    )}),
    wanted as materialized (
      select wanted.* from unnest(
        ${lines.map(({ ordreId }) => ordreId)}::text[], ${lines.map(({ productId }) => productId)}::bigint[],
        ${lines.map(({ storeId }) => storeId)}::bigint[], ${lines.map(({ quantite }) => quantite)}::integer[]
      ) as wanted ("ordreId", "productId", "storeId", quantite) join claimed using ("ordreId")),
    summed as materialized (
      select "productId", "storeId", sum(quantite)::integer as quantite from wanted group by 1, 2),
    locked as materialized (
      select "productId", "storeId", summed.quantite from logistics.stock join summed using ("productId", "storeId")
      where stock.quantite - stock.reserve >= summed.quantite
      order by "productId", "storeId" for update of stock),
    held as (
      insert into logistics.ligne ("ordreId", "productId", "storeId", quantite) select * from wanted),
    reserved as (
      update logistics.stock set reserve = stock.reserve + locked.quantite
      from locked where stock."productId" = locked."productId" and stock."storeId" = locked."storeId")
    select array(select "ordreId" from claimed) as claimed,
      (select count(*) from locked) < (select count(*) from summed) as raced`))!
}

/** Never shortens: a link that is asked for again must not cut off a payment under way. */
export const prolongReservation = (tx: Tx, ordreId: string, expireLe: Date, now: Date) =>
  tx.first(sql<Reservation>`
    update logistics.reservation set "expireLe" = greatest("expireLe", ${expireLe}), "updatedAt" = ${now}
    where "ordreId" = ${ordreId} and statut = 'active'
    returning ${columns}`)

export const findReservation = (db: Database, ordreId: string) =>
  db.first(sql<Reservation>`select ${columns} from logistics.reservation where "ordreId" = ${ordreId}`)

/** Locks an order's reservation and gives its state; an order without one gets one in `statut`. */
export async function lockReservation(tx: Tx, ordreId: string, statut: 'liberee' | 'annulee', now: Date) {
  await tx.run(sql`
    insert into logistics.reservation ("ordreId", statut, "expireLe", "createdAt", "updatedAt")
    values (${ordreId}, ${statut}, ${now}, ${now}, ${now})
    on conflict do nothing`)
  return (await tx.first(sql<Reservation>`
    select ${columns} from logistics.reservation where "ordreId" = ${ordreId} for update`))!
}

export const markReservation = (tx: Tx, ordreId: string, statut: 'prelevee' | 'annulee', now: Date) =>
  tx.run(sql`
    update logistics.reservation set statut = ${statut}, "updatedAt" = ${now} where "ordreId" = ${ordreId}`)

/** Takes from the stock what the order has reserved, or what is there of it. The lines then say what was taken. */
export const takeReserved = (tx: Tx, ordreId: string, now: Date) =>
  tx.rows(sql<Held>`
    with locked as materialized (
      select "productId", "storeId", ligne.quantite as promised, least(stock.quantite, ligne.quantite) as quantite
      from logistics.stock join logistics.ligne using ("productId", "storeId")
      where "ordreId" = ${ordreId} order by "productId", "storeId" for update of stock),
    changed as (
      update logistics.stock set quantite = stock.quantite - locked.quantite,
        reserve = stock.reserve - locked.promised, "updatedAt" = ${now}
      from locked where stock."productId" = locked."productId" and stock."storeId" = locked."storeId"),
    kept as (
      update logistics.ligne set quantite = locked.quantite from locked
      where "ordreId" = ${ordreId} and ligne."productId" = locked."productId" and ligne."storeId" = locked."storeId")
    select "productId", "storeId", quantite from locked where quantite > 0`)

/** Takes from what is free as much as there is of what is wanted. `tracked` are the products that have stock rows at all. */
export const takeFree = async (tx: Tx, ordreId: string, wanted: Wanted[], now: Date) =>
  (await tx.first(sql<{ taken: Held[]; tracked: number[] }>`
    with ${allocation(wanted, sql`true`, locking)},
    changed as (
      update logistics.stock set quantite = stock.quantite - taken.quantite, "updatedAt" = ${now}
      from taken where stock."productId" = taken."productId" and stock."storeId" = taken."storeId"),
    kept as (
      insert into logistics.ligne ("ordreId", "productId", "storeId", quantite)
      select ${ordreId}, "productId", "storeId", quantite from taken
      on conflict ("ordreId", "productId", "storeId") do update set quantite = ligne.quantite + excluded.quantite)
    select (select coalesce(json_agg(taken), '[]') from taken) as taken,
      (select coalesce(json_agg("productId"), '[]') from offered) as tracked`))!
