import type { PaymentChange } from '../../payments/contract.ts'
import type { Tx } from '../../platform/database/database.ts'
import { Problem } from '../../platform/http/problem.ts'
import { jobKind } from '../../platform/jobs/job.ts'
import { reservable } from '../basket/lines.ts'
import {
  findTransaction,
  latestPayment,
  type OrdersPlatform,
  refundInFull,
  release,
  reserve,
} from '../peers.ts'
import { findOrder } from '../store/orders.ts'
import { UNPAID_MS } from '../time-limits.ts'
import type { ConfirmPayment } from './confirm-payment.ts'
import { recordRelease } from './store.ts'

type Payment = { ordreId: string; transactionId: string }

/** Due when a shop has had its time to confirm an accepted payment. */
export const settlement = jobKind<Payment>('orders.settle-payment')

/** Due when a payment was refused, cancelled or given back. */
export const releasing = jobKind<Payment>('orders.release-reservation')

const LIVE = ['en_attente', 'accepte', 'paye']

/** Sees to it that the ends of payments have their consequence, whether or not a shop comes back. */
export async function followPayments(platform: OrdersPlatform, tx: Tx, changes: PaymentChange[]) {
  for (const change of changes) if (change.status !== 'en_attente') await followPayment(platform, tx, change)
}

async function followPayment({ clock, settings, jobs }: OrdersPlatform, tx: Tx, change: PaymentChange) {
  const { orderId, status } = change
  const order = orderId ? await findOrder(tx, orderId) : undefined
  if (!order) return
  const payment = { ordreId: order.ordreId, transactionId: String(change.transactionId) }
  const key = (name: string) => `${name}:${payment.ordreId}:${payment.transactionId}`
  if (status === 'accepte' || status === 'paye') {
    if (order.transactionId === payment.transactionId) return
    const at = order.statut === 'ANNULEE' ? clock.now() : clock.after(settings.confirmDelayMs)
    await jobs.add(tx, settlement, payment, { at, key: key(settlement.name) })
  } else if (!order.confirmeeLe && ['refuse', 'annule', 'rembourse'].includes(status)) {
    await jobs.add(tx, releasing, payment, { key: key(releasing.name) })
  }
}

/** Confirms an accepted payment that nobody has confirmed, or refunds it in full when its order was cancelled. */
export async function settlePayment(
  { db, log, peers }: OrdersPlatform,
  confirmPayment: ConfirmPayment,
  { ordreId, transactionId }: Payment,
) {
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
    await confirmPayment(ordreId, { transactionId, authorizationId, amountCents })
    log.info({ transactionId }, 'An order was confirmed by the platform')
  } catch (error) {
    if (!(error instanceof Problem) || error.statusCode >= 500) throw error
    // Cancelled in between: once more, to refund it.
    if ((await findOrder(db, ordreId))?.statut === 'ANNULEE') throw error
    log.warn({ transactionId, reason: error.message }, 'An accepted payment could not confirm its order')
  }
}

/**
 * Releases the goods of an order whose payment failed or was given back, unless another payment is live. A payment that begins meanwhile
 * finds its goods reserved again.
 */
export async function releaseUnlessPaying({ clock, db, log, peers }: OrdersPlatform, { ordreId }: Payment) {
  const order = await findOrder(db, ordreId)
  if (!order || order.confirmeeLe) return
  const latest = await latestPayment(peers, ordreId)
  if (latest && LIVE.includes(latest.status) && latest.restantCents > 0) return
  await release(peers, ordreId)
  const now = clock.now()
  if (await db.transaction(tx => recordRelease(tx, ordreId, order.encaissements, now))) return
  const begun = await findOrder(db, ordreId)
  if (!begun || begun.confirmeeLe || begun.statut === 'ANNULEE') return
  const expireLe = begun.reserveeJusque ?? new Date(now.getTime() + UNPAID_MS)
  await reserve(peers, { ordreId, articles: reservable(begun.lignes), expireLe }).catch(error => {
    if (!(error instanceof Problem) || error.statusCode >= 500) throw error
    log.warn({ reason: error.message }, 'The goods of an order were sold while its next payment began')
  })
}
