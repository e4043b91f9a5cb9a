import type { SlipsMoved } from '../../logistics/contract.ts'
import type { Tx } from '../../platform/database/database.ts'
import { jobKind } from '../../platform/jobs/job.ts'
import { Problem } from '../../platform/problem.ts'
import { orderDelivered, orderMoved } from '../contract.ts'
import { isGuest } from '../customer.ts'
import { orderSent } from '../mails.ts'
import type { OrdersPlatform } from '../peers.ts'
import type { OrderAnswer, OrderStatus } from '../schemas.ts'
import { ordersTotal, unknownOrder, updateStores } from '../store/orders.ts'
import type { LockedOrder, Order } from '../tables.ts'
import type { StatusChange } from './schemas.ts'
import {
  changeStatus,
  lockOrder,
  markCorrected,
  markDelivered,
  markStockGivenBack,
  recordStatus,
} from './store.ts'

/** Gives back the stock of a cancelled order. */
export const restockJob = jobKind<{ ordreId: string }>('orders.give-back-stock')

/** Moves an order to any status by hand; its slips are told of what is new. */
export function updateStatus(
  platform: OrdersPlatform,
  ordreId: string,
  change: StatusChange,
): Promise<OrderAnswer> {
  const { nouveauStatut: statut } = change
  return platform.db.transaction(async tx => {
    const order = (await lockOrder(tx, ordreId)) ?? unknownOrder(ordreId)
    checkSeen(order, change)
    await moveOrder(tx, platform, order, change)
    return { ordreId, statut, message: MESSAGES[statut] }
  })
}

/** 409 when the caller decided on another status than the present one. */
function checkSeen({ ordreId, statut }: Order, { statutActuel }: StatusChange) {
  if (statutActuel && statutActuel !== statut)
    throw new Problem(409, 'change-entre-temps', `La commande ${ordreId} a changé d’état entre-temps`)
}

/** Moves an order that is locked, on or back, and tells its slips of what is new. */
export async function moveOrder(tx: Tx, platform: OrdersPlatform, before: LockedOrder, change: StatusChange) {
  const { ordreId } = before
  const { nouveauStatut: statut, trackingNumber = null } = change
  const version = await applyStatus(tx, platform, ordreId, change)
  if (statut === 'ANNULEE' && before.statut !== statut)
    platform.counts.committed(tx, ordersTotal, { value: 'cancelled' })
  if (version === undefined || (before.statut === statut && trackingNumber === null)) return
  const isBack = isBefore(statut, before.statut)
  if (isBack) await markCorrected(tx, ordreId, version)
  const correction = isBack ? version : before.correction
  const timestamp = platform.clock.now().toISOString()
  await platform.outbox.publish(tx, orderMoved, {
    ...{ ordreId, statut, trackingNumber, version, correction, timestamp },
  })
}

/**
 * Moves an order and keeps the change in its history, whose number it gives; undefined when there is no such order. The first
 * delivery is announced; cancelling gives back the stock once, of an order that was never sent.
 */
async function applyStatus(
  tx: Tx,
  { clock, jobs, outbox }: OrdersPlatform,
  ordreId: string,
  change: StatusChange,
): Promise<number | undefined> {
  const { nouveauStatut: statut } = change
  const now = clock.now()
  const order = await changeStatus(tx, ordreId, change, now)
  if (!order) return undefined
  const version = await recordStatus(tx, ordreId, change, now)
  if (statut === 'LIVREE' && (await markDelivered(tx, ordreId, now)) && !isGuest(order.clientId)) {
    const { clientId, montantTotalCents } = order
    const timestamp = now.toISOString()
    await outbox.publish(tx, orderDelivered, { ordreId, clientId, montantTotalCents, timestamp })
  }
  // A customer is told once, however often it is set: accounts writes one mail about it.
  if (statut === 'EXPEDIEE') await outbox.publishAll(tx, orderSent(order, change.trackingNumber ?? null))
  if (statut === 'ANNULEE' && (await markStockGivenBack(tx, ordreId, now)))
    await jobs.add(tx, restockJob, { ordreId })
  return version
}

const MESSAGES: Record<StatusChange['nouveauStatut'], string> = {
  EN_PREPARATION: 'La commande est en préparation',
  EXPEDIEE: 'La commande est expédiée',
  LIVREE: 'La commande est livrée',
  ANNULEE: 'La commande est annulée',
}

/**
 * An order moves on with its slips, never back: messages come in any order, and staff may have been quicker. What slips did
 * before they heard that staff took the order back counts no more. It keeps the stores that they are written for.
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
  await applyStatus(tx, platform, ordreId, { nouveauStatut: statut, trackingNumber })
}

/** How far each status is. A cancelled order goes nowhere by its slips. */
const PLACES: Record<OrderStatus, number> = {
  EN_ATTENTE: 0,
  EN_PREPARATION: 1,
  EXPEDIEE: 2,
  LIVREE: 3,
  ANNULEE: Number.POSITIVE_INFINITY,
}

/** Whether an order of this status is not as far as one of the other. */
const isBefore = (statut: OrderStatus, other: OrderStatus) => PLACES[statut] < PLACES[other]
