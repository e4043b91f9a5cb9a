import type { SlipsMoved } from '../../logistics/contract.ts'
import { describeChange } from '../../platform/audit/describe.ts'
import type { Tx } from '../../platform/database/database.ts'
import { allowOnlyStores, type StoreRequest } from '../../platform/http/stores.ts'
import { jobKind } from '../../platform/jobs/job.ts'
import { Problem } from '../../platform/problem.ts'
import { releaseUses } from '../codes/store/uses.ts'
import { orderDelivered, orderMoved } from '../contract.ts'
import { isGuest } from '../customer.ts'
import { createOrderCancelledMail, createOrderSentMail } from '../mails.ts'
import type { OrdersPlatform } from '../peers.ts'
import type { OrderAnswer, OrderStatus } from '../schemas.ts'
import { getOrder, ordersTotal, throwUnknownOrder, updateStores } from '../store/orders.ts'
import type { LockedOrder, Order } from '../tables.ts'
import type { InternalNote, StatusChange } from './schemas.ts'
import { changeStatus, lockOrder, markCorrected, recordStatus, updateInternalNote } from './store.ts'

/** Releases or restocks the goods of a cancelled order. */
export const restockJob = jobKind<{ ordreId: string }>('orders.give-back-stock')

/**
 * Changes the status of an order for staff. Throws 404 for an unknown order, 403 if the caller is limited to other
 * stores, 409 if `statutActuel` is given and is no longer the status.
 */
export function updateStatus(
  platform: OrdersPlatform,
  request: StoreRequest,
  ordreId: string,
  change: StatusChange,
): Promise<OrderAnswer> {
  const { nouveauStatut: statut } = change
  return platform.db.transaction(async tx => {
    const order = (await lockOrder(tx, ordreId)) ?? throwUnknownOrder(ordreId)
    allowOnlyStores(request, order.magasins)
    checkUnchanged(order, change)
    const before = { statut: order.statut }
    describeChange({ record: ordreId, label: ordreId, before, after: { statut } })
    await moveOrder(tx, platform, order, change)
    return { ordreId, statut, message: MESSAGES[statut] }
  })
}

/**
 * Changes the internal note of an order. Throws 404 for an unknown order, 403 if the caller is limited to other stores,
 * 409 if `noteActuelle` is given and is no longer the note.
 */
export const changeInternalNote = (
  { db, clock }: OrdersPlatform,
  request: StoreRequest,
  ordreId: string,
  { noteInterne, noteActuelle }: InternalNote,
) =>
  db.transaction(async tx => {
    allowOnlyStores(request, (await getOrder(tx, ordreId)).magasins)
    const note = noteInterne || null
    if (!(await updateInternalNote(tx, ordreId, { note, seen: noteActuelle }, clock.now())))
      throw new Problem(409, 'change-entre-temps', `La note de la commande ${ordreId} a changé entre-temps`)
    return { noteInterne: note }
  })

/** Throws 409 if the caller acted on an outdated status. */
function checkUnchanged({ ordreId, statut }: Order, { statutActuel }: StatusChange) {
  if (statutActuel && statutActuel !== statut)
    throw new Problem(409, 'change-entre-temps', `La commande ${ordreId} a changé d’état entre-temps`)
}

/**
 * Changes the status of a locked order, forwards or backwards. The change is published to logistics, whose slips
 * follow it, unless the status is unchanged and no tracking number is given.
 */
export async function moveOrder(tx: Tx, platform: OrdersPlatform, before: LockedOrder, change: StatusChange) {
  const { ordreId } = before
  const { nouveauStatut: statut, trackingNumber = null } = change
  const version = await applyStatus(tx, platform, before, change)
  if (statut === 'ANNULEE' && before.statut !== statut)
    platform.counts.committed(tx, ordersTotal, { value: 'cancelled' })
  if (before.statut === statut && trackingNumber === null) return
  const isReversal = isBefore(statut, before.statut)
  if (isReversal) await markCorrected(tx, ordreId, version)
  const correction = isReversal ? version : before.correction
  const timestamp = platform.clock.now().toISOString()
  await platform.outbox.publish(tx, orderMoved, {
    ...{ ordreId, statut, trackingNumber, version, correction, timestamp },
  })
}

/**
 * Changes the status of a locked order and records it in the history. Returns the number of the change. The first
 * delivery is published to loyalty, except for guests, and `EXPEDIEE` and `ANNULEE` request a mail. The first cancellation of an
 * order that was never sent schedules a job that releases or restocks its goods; each releases the uses of its codes.
 */
async function applyStatus(
  tx: Tx,
  { clock, jobs, outbox, settings }: OrdersPlatform,
  order: LockedOrder,
  change: StatusChange,
): Promise<number> {
  const { ordreId, clientId, codes, montantTotalCents, expedieeLe, livreeLe, stockRenduLe } = order
  const { nouveauStatut: statut } = change
  const now = clock.now()
  const isSent = statut === 'EXPEDIEE' || statut === 'LIVREE'
  const isFirstDelivery = statut === 'LIVREE' && livreeLe === null
  const isRestocked = statut === 'ANNULEE' && expedieeLe === null && stockRenduLe === null
  const times = {
    expedieeLe: expedieeLe ?? (isSent ? now : null),
    livreeLe: isFirstDelivery ? now : livreeLe,
    stockRenduLe: isRestocked ? now : stockRenduLe,
  }
  await changeStatus(tx, ordreId, change, times, now)
  const version = await recordStatus(tx, ordreId, change, now)
  if (isFirstDelivery && !isGuest(clientId)) {
    const timestamp = now.toISOString()
    await outbox.publish(tx, orderDelivered, { ordreId, clientId, montantTotalCents, timestamp })
  }
  // Accounts sends one mail about the shipment and one about the cancellation, however often the status is set. A collection
  // has one slip, so it is ready once that is prepared.
  const isReady = statut === 'EN_PREPARATION' && order.livraison === 'retrait' && change.estPreparee === true
  if (statut === 'EXPEDIEE' || isReady)
    await outbox.publishAll(tx, createOrderSentMail(order, change.trackingNumber ?? null))
  if (statut === 'ANNULEE')
    await outbox.publishAll(tx, createOrderCancelledMail(order, settings, change.seraRembourse === true))
  if (statut === 'ANNULEE' && codes?.length) await releaseUses(tx, [ordreId])
  if (isRestocked) await jobs.add(tx, restockJob, { ordreId })
  return version
}

const MESSAGES: Record<StatusChange['nouveauStatut'], string> = {
  EN_PREPARATION: 'La commande est en préparation',
  EXPEDIEE: 'La commande est expédiée',
  LIVREE: 'La commande est livrée',
  ANNULEE: 'La commande est annulée',
}

/**
 * Advances an order with its slips, never backwards: messages arrive in any order, and staff may have changed the order
 * already. A status that slips reported before they received a correction is ignored. If the message names stores, they
 * replace those of the order.
 */
export async function followSlips(
  tx: Tx,
  platform: OrdersPlatform,
  { ordreId, statut, magasins, trackingNumber, version }: SlipsMoved,
) {
  const order = await lockOrder(tx, ordreId)
  if (!order) return
  if (magasins) await updateStores(tx, ordreId, magasins)
  if (!statut || !isBefore(order.statut, statut) || (version !== undefined && version < order.correction))
    return
  const estPreparee = statut === 'EN_PREPARATION'
  await applyStatus(tx, platform, order, { nouveauStatut: statut, trackingNumber, estPreparee })
}

/** The rank of each status. A cancelled order does not advance with its slips. */
const RANKS: Record<OrderStatus, number> = {
  EN_ATTENTE: 0,
  EN_PREPARATION: 1,
  EXPEDIEE: 2,
  LIVREE: 3,
  ANNULEE: Number.POSITIVE_INFINITY,
}

const isBefore = (statut: OrderStatus, other: OrderStatus) => RANKS[statut] < RANKS[other]
