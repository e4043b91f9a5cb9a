import type { GoodsReturned } from '../../orders/contract.ts'
import type { Tx } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import { availabilityChangesSql, returnedUnitsSql, unitRowsSql } from '../announcing/store.ts'
import { movementsSql } from '../movements/store.ts'
import type { StockState, Units } from '../stock-schemas.ts'

/** Inserts a return. Returns false if it is already known. */
export const insertReturn = async (tx: Tx, { retourId, ordreId, articles }: GoodsReturned, now: Date) =>
  (await tx.run(sql`
    insert into logistics.retour ("retourId", "ordreId", articles, "createdAt")
    values (${retourId}, ${ordreId}, ${sql.json(articles)}, ${now}) on conflict do nothing`)) === 1

/** Marks the waiting returns of an order as restocked and returns their articles. */
export const completeWaitingReturns = (tx: Tx, ordreId: string, now: Date) =>
  tx.rows(sql<Pick<GoodsReturned, 'articles'>>`
    update logistics.retour set "remisLe" = ${now} where "ordreId" = ${ordreId} and "remisLe" is null returning articles`)

/** Locks and returns the lines of an order: the units that it took and has not returned, by product and store. */
export const lockTakenUnits = (tx: Tx, ordreId: string) =>
  tx.rows(sql<Units>`
    select "productId", "storeId", quantite from logistics.ligne where "ordreId" = ${ordreId}
    order by "productId", "storeId" for update`)

/**
 * Adds returned units to the stocks and subtracts them from the lines of their order. Returns the availability changes.
 */
export const returnToStock = (tx: Tx, ordreId: string, returned: readonly Units[], now: Date) =>
  tx.value(sql<{ crossed: StockState[] }>`
    with returned as (${unitRowsSql(returned)}),
    ${returnedUnitsSql(sql`returned`, sql`quantite = stock.quantite + locked.quantite, "updatedAt" = ${now}`)},
    ${movementsSql(sql`changed`, { nature: 'retour', reference: sql`${ordreId}` }, now)},
    kept as (
      update logistics.ligne set quantite = ligne.quantite - returned.quantite from returned
    where "ordreId" = ${ordreId} and ligne."productId" = returned."productId" and ligne."storeId" = returned."storeId")
    select ${availabilityChangesSql}`)
