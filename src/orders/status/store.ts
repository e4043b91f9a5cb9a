import type { Database, Tx } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import { columns } from '../store/orders.ts'
import type { LockedOrder, Order } from '../tables.ts'
import type { StatusChange, StatusHistory } from './schemas.ts'

/** Reads and locks an order; undefined for an unknown one. */
export const lockOrder = (tx: Tx, ordreId: string) =>
  tx.first(
    sql<LockedOrder>`
    select ${columns}, correction, "annulationClientLe" from orders.commande where "ordreId" = ${ordreId} for update`,
  )

/** Updates the status; undefined for an unknown order. The row stays locked until the transaction ends. */
export const changeStatus = (
  tx: Tx,
  ordreId: string,
  { nouveauStatut: statut, trackingNumber }: StatusChange,
  now: Date,
) =>
  tx.first(sql<Order>`
    update orders.commande
    set statut = ${statut}, "updatedAt" = ${now}, "trackingNumber" = coalesce(${trackingNumber}, "trackingNumber"),
        "expedieeLe" = case when ${statut} in ('EXPEDIEE', 'LIVREE') then coalesce("expedieeLe", ${now}) else "expedieeLe" end
    where "ordreId" = ${ordreId}
    returning ${columns}`)

/** Records a change of status and returns its number. Numbers increase. */
export const recordStatus = (tx: Tx, ordreId: string, change: StatusChange, now: Date) =>
  tx.value(sql<{ id: number }>`
    insert into orders.changement_statut ("ordreId", statut, "trackingNumber", commentaire, "noteInterne", "annuleePar", "createdAt")
    values (${ordreId}, ${change.nouveauStatut}, ${change.trackingNumber}, ${change.commentaire}, ${change.noteInterne},
      ${change.annuleePar}, ${now})
    returning id`)

export const statusChanges = (db: Database, ordreId: string) =>
  db.rows(sql<StatusHistory[number]>`
    select statut, "trackingNumber", commentaire, "noteInterne", "annuleePar", "createdAt" from orders.changement_statut
    where "ordreId" = ${ordreId} order by id`)

/** Marks an order as delivered. True the first time only. */
export const markDelivered = async (tx: Tx, ordreId: string, now: Date) =>
  (await tx.run(sql`
    update orders.commande set "livreeLe" = ${now} where "ordreId" = ${ordreId} and "livreeLe" is null`)) ===
  1

/** Stores the number of the last change to an earlier status. */
export const markCorrected = (tx: Tx, ordreId: string, version: number) =>
  tx.run(sql`update orders.commande set correction = ${version} where "ordreId" = ${ordreId}`)

/** Marks the stock of an order as restocked. True once, and only for an order that was never sent. */
export const markRestocked = async (tx: Tx, ordreId: string, now: Date) =>
  (await tx.run(sql`
    update orders.commande set "stockRenduLe" = ${now}
    where "ordreId" = ${ordreId} and "stockRenduLe" is null and "expedieeLe" is null`)) === 1

export const markCancelledWithRefund = (tx: Tx, ordreId: string, now: Date) =>
  tx.run(sql`update orders.commande set "annulationClientLe" = ${now} where "ordreId" = ${ordreId}`)
