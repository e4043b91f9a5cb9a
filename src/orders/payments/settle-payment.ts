import { jobKind } from '../../platform/jobs/job.ts'
import { Problem } from '../../platform/problem.ts'
import { endPaymentOfUses } from '../codes/store/uses.ts'
import { confirmPayment } from '../confirming/confirm-payment.ts'
import type { Context } from '../context.ts'
import {
  findLatestPayment,
  findTransaction,
  type OrdersPlatform,
  refundInFull,
  releaseGoods,
} from '../peers.ts'
import { reserveAgain, UNPAID_MS } from '../reserve-goods.ts'
import { findOrder, updateReservation } from '../store/orders.ts'

export type PaymentRef = { ordreId: string; transactionId: string }

/**
 * Runs for an accepted payment: immediately if its order is cancelled, otherwise once the shop's time to confirm the
 * order is over.
 */
export const settlePaymentJob = jobKind<PaymentRef>('orders.settle-payment')

/** Runs when a payment of an unconfirmed order was refused, cancelled or refunded. */
export const releaseReservationJob = jobKind<PaymentRef>('orders.release-reservation')

const LIVE = ['en_attente', 'accepte', 'paye']

/**
 * Confirms the order of an accepted payment, or logs a warning if the order cannot be confirmed. If the order is
 * cancelled, refunds what is left of the payment instead. Does nothing if the payment has already confirmed the order.
 * Throws while payments is unavailable, so that the job is retried.
 */
export async function settlePayment(context: Context, { ordreId, transactionId }: PaymentRef) {
  const { db, log, peers } = context
  const order = await findOrder(db, ordreId)
  if (!order || order.transactionId === transactionId) return
  const transaction = await findTransaction(peers, transactionId)
  if (!transaction) return
  if (order.statut === 'ANNULEE') {
    if (transaction.restantCents > 0) await refundInFull(peers, transaction, `Commande ${ordreId} annulée`)
    return
  }
  const { authorizationId, montantCents: amountCents } = transaction
  try {
    await confirmPayment(context, ordreId, { transactionId, authorizationId, amountCents })
    log.info({ transactionId }, 'An order was confirmed by the platform')
  } catch (error) {
    if (!(error instanceof Problem) || error.statusCode >= 500) throw error
    // After a concurrent cancellation the job fails, and its next attempt refunds the payment.
    if ((await findOrder(db, ordreId))?.statut === 'ANNULEE') throw error
    log.warn(
      { transactionId, reason: error.message },
      'The order of an accepted payment could not be confirmed',
    )
  }
}

/**
 * Releases the goods of an unconfirmed order whose payment failed or was refunded, unless its latest payment is live.
 * If a payment or link has begun during the release, reserves the goods for it, or logs a warning if they are short.
 */
export async function releaseUnlessPaying(platform: OrdersPlatform, { ordreId }: PaymentRef) {
  const { clock, db, log, peers } = platform
  const order = await findOrder(db, ordreId)
  if (!order || order.confirmeeLe) return
  const latest = await findLatestPayment(peers, ordreId)
  if (latest && LIVE.includes(latest.status) && latest.restantCents > 0) return
  await releaseGoods(peers, ordreId)
  const now = clock.now()
  const isReleased = await db.transaction(async tx => {
    const isUnchanged = await updateReservation(tx, { ...order, reserveeJusque: null }, now)
    if (isUnchanged && order.codes?.length) await endPaymentOfUses(tx, ordreId)
    return isUnchanged
  })
  if (isReleased) return
  const begun = await findOrder(db, ordreId)
  if (!begun || begun.confirmeeLe || begun.statut === 'ANNULEE') return
  const expireLe = begun.reserveeJusque ?? new Date(now.getTime() + UNPAID_MS)
  await reserveAgain(platform, begun, expireLe).catch(error => {
    if (!(error instanceof Problem) || error.statusCode >= 500) throw error
    log.warn({ reason: error.message }, 'The goods of an order were sold out when its next payment began')
  })
}
