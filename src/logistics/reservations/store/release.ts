import type { Tx } from '../../../platform/database/database.ts'
import { type Sql, sql } from '../../../platform/database/sql.ts'
import { availabilityChangesSql, returnedUnitsSql } from '../../announcing/store.ts'
import { movementsSql } from '../../movements/store.ts'
import type { StockState } from '../../stock-schemas.ts'

type EndedReservations = { ended: number; crossed: StockState[] }

/**
 * Returns a statement that releases the units of the reservations in `ended` by `change`: all of them, or those of the
 * lines that `which` selects. `moved`: a further table expression. Its result is the number of these reservations and
 * the availability changes.
 */
const endReservations = (
  ended: Sql,
  change: Sql,
  which = sql.empty,
  moved = sql.empty,
) => sql<EndedReservations>`
  with ended as (${ended}),
  returned as (
    delete from logistics.ligne using ended where ligne."ordreId" = ended."ordreId" ${which}
    returning ligne."productId", ligne."storeId", ligne.quantite),
  summed as (
    select "productId", "storeId", sum(quantite) as quantite from returned group by "productId", "storeId"),
  ${returnedUnitsSql(sql`summed`, change)}${moved}
  select (select count(*) from ended) as ended, ${availabilityChangesSql}`

const unreserve = sql`reserve = stock.reserve - locked.quantite`
const restock = sql`quantite = stock.quantite + locked.quantite`

/** Ends the active reservation of an order, if it has one, with this `statut` and releases its units. */
export const releaseReservation = (tx: Tx, ordreId: string, statut: 'liberee' | 'annulee', now: Date) =>
  tx.one(
    endReservations(
      sql`update logistics.reservation set statut = ${statut}, "updatedAt" = ${now}
        where "ordreId" = ${ordreId} and statut = 'active' returning "ordreId"`,
      unreserve,
    ),
  )

const notSent = sql`and not exists (
  select from logistics.bordereau
  where bordereau."ordreId" = ligne."ordreId" and coalesce(bordereau."storeId", ligne."storeId") = ligne."storeId"
    and bordereau.statut in ('expedie', 'livre'))`

/** Cancels a prepared reservation and restocks its units, except those of slips that were sent. */
export const restockReservation = (tx: Tx, ordreId: string, now: Date) =>
  tx.one(
    endReservations(
      sql`update logistics.reservation set statut = 'annulee', "updatedAt" = ${now}
        where "ordreId" = ${ordreId} and statut = 'prelevee' returning "ordreId"`,
      restock,
      notSent,
      sql`, ${movementsSql(sql`changed`, { nature: 'annulation', reference: sql`${ordreId}` }, now)}`,
    ),
  )

const holding = (productIds: number[]) => sql`and exists (
  select from logistics.ligne
  where ligne."ordreId" = reservation."ordreId" and "productId" = any(${productIds}::bigint[]))`

/**
 * Ends up to `limit` expired reservations. With `productIds`, ends only those that hold one of these products, and
 * waits for transactions that have locked one of the reservations; without, skips locked reservations.
 */
export const expireReservations = (tx: Tx, now: Date, limit: number, productIds?: number[]) =>
  tx.one(
    endReservations(
      sql`
      update logistics.reservation set statut = 'expiree', "updatedAt" = ${now}
      where "ordreId" in (
        select "ordreId" from logistics.reservation
        where statut = 'active' and "expireLe" <= ${now} ${productIds ? holding(productIds) : sql.empty}
        order by "expireLe", "ordreId" limit ${limit} for update ${productIds ? sql.empty : sql`skip locked`})
      returning "ordreId"`,
      unreserve,
    ),
  )
