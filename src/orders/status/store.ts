import type { Database, Tx } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import { columns } from '../store/orders.ts'
import type { LockedOrder } from '../tables.ts'
import type { StatusChange, StatusHistory } from './schemas.ts'

/** Locks an order and returns it; undefined for an unknown one. */
export const lockOrder = (tx: Tx, ordreId: string) =>
  tx.first(sql<LockedOrder>`
    select ${columns}, correction, "annulationClientLe", "expedieeLe", "livreeLe", "stockRenduLe"
    from orders.commande where "ordreId" = ${ordreId} for update`)

/** The times of an order that are each set only once, by its first change to certain statuses. */
type StatusTimes = Pick<LockedOrder, 'expedieeLe' | 'livreeLe' | 'stockRenduLe'>

/** Updates the status and times of a locked order. Without a new tracking number, the known one remains. */
export const changeStatus = (
  tx: Tx,
  ordreId: string,
  { nouveauStatut: statut, trackingNumber }: StatusChange,
  { expedieeLe, livreeLe, stockRenduLe }: StatusTimes,
  now: Date,
) =>
  tx.run(sql`
    update orders.commande
    set statut = ${statut}, "updatedAt" = ${now}, "trackingNumber" = coalesce(${trackingNumber}, "trackingNumber"),
        "expedieeLe" = ${expedieeLe}, "livreeLe" = ${livreeLe}, "stockRenduLe" = ${stockRenduLe}
    where "ordreId" = ${ordreId}`)

/** Records a change of status and returns its number, which is higher than those of earlier changes. */
export const recordStatus = (tx: Tx, ordreId: string, change: StatusChange, now: Date) =>
  tx.value(sql<{ id: number }>`
    insert into orders.changement_statut ("ordreId", statut, "trackingNumber", commentaire, "noteInterne", "annuleePar", "createdAt")
    values (${ordreId}, ${change.nouveauStatut}, ${change.trackingNumber}, ${change.commentaire}, ${change.noteInterne},
      ${change.annuleePar}, ${now})
    returning id`)

/** Sets the internal note of an order. Returns false, changing nothing, if it is no longer `seen`; undefined: any. */
export const updateInternalNote = async (
  tx: Tx,
  ordreId: string,
  { note, seen }: { note: string | null; seen: string | null | undefined },
  now: Date,
) =>
  (await tx.run(sql`
    update orders.commande set "noteInterne" = ${note}, "updatedAt" = ${now}
    where "ordreId" = ${ordreId}
      and (${seen === undefined} or "noteInterne" is not distinct from ${seen ?? null}::text)`)) === 1

export const listStatusChanges = (db: Database, ordreId: string) =>
  db.rows(sql<StatusHistory[number]>`
    select statut, "trackingNumber", commentaire, "noteInterne", "annuleePar", "createdAt" from orders.changement_statut
    where "ordreId" = ${ordreId} order by id`)

/** Stores the number of the last change to an earlier status. */
export const markCorrected = (tx: Tx, ordreId: string, version: number) =>
  tx.run(sql`update orders.commande set correction = ${version} where "ordreId" = ${ordreId}`)

/** Marks an order as cancelled with a refund of everything, which also ends its accepted withdrawals. */
export const markCancelledWithRefund = (tx: Tx, ordreId: string, now: Date) =>
  tx.run(sql`
    with refunded as (
      update orders.retractation set statut = 'remboursee' where "ordreId" = ${ordreId} and statut = 'acceptee')
    update orders.commande set "annulationClientLe" = ${now} where "ordreId" = ${ordreId}`)
