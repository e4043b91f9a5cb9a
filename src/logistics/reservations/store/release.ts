import type { Tx } from '../../../platform/database/database.ts'
import { type Sql, sql } from '../../../platform/database/sql.ts'
import { crossings, returnUnits } from '../../announcing/store.ts'
import type { StockState } from '../../stock-schemas.ts'

type EndedReservations = { ended: number; crossed: StockState[] }

/** Gives back to the stock what the reservations of `ended` held; gives the number of them, and what came to be sold again. */
const endReservations = (ended: Sql, change: Sql, which: Sql = sql.empty) => sql<EndedReservations>`
  with ended as (${ended}),
  returned as (
    delete from logistics.ligne using ended where ligne."ordreId" = ended."ordreId" ${which}
    returning ligne."productId", ligne."storeId", ligne.quantite),
  summed as (
    select "productId", "storeId", sum(quantite) as quantite from returned group by "productId", "storeId"),
  ${returnUnits(sql`summed`, change)}
  select (select count(*) from ended) as ended, (${crossings(sql`changed`)}) as crossed`

const unreserve = sql`reserve = stock.reserve - locked.quantite`
const restock = sql`quantite = stock.quantite + locked.quantite`

/** Ends an active reservation; nothing when there is none. */
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

/** Puts back what a preparation has taken and no store has sent; nothing when none has. */
export const restockReservation = (tx: Tx, ordreId: string, now: Date) =>
  tx.one(
    endReservations(
      sql`update logistics.reservation set statut = 'annulee', "updatedAt" = ${now}
        where "ordreId" = ${ordreId} and statut = 'prelevee' returning "ordreId"`,
      restock,
      notSent,
    ),
  )

const holding = (productIds: number[]) => sql`and exists (
  select from logistics.ligne
  where ligne."ordreId" = reservation."ordreId" and "productId" = any(${productIds}::bigint[]))`

/**
 * Ends up to `limit` reservations that are overdue. With `productIds` it ends those of these products alone, and waits for
 * a transaction that is ending one of them; without, it skips them.
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
