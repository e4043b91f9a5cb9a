import type { PaymentChange } from '../../payments/contract.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { PreparedMessage } from '../../platform/events/event.ts'
import { parseEuros } from '../../platform/money.ts'
import { createRefundEvents } from '../confirming/announcements.ts'
import { queueRefunds } from '../figures/store/events.ts'
import { requestCreditNote } from '../invoices/issue-invoices.ts'
import { findTransaction, type OrdersPlatform } from '../peers.ts'
import { sum } from '../pricing/spread.ts'
import { findOrders } from '../store/orders.ts'
import { insertRefunds, listRefunds, type PaymentUpdate, upsertPayments } from '../store/payments.ts'
import type { Order } from '../tables.ts'
import { type PaymentRef, releaseReservationJob, settlePaymentJob } from './settle-payment.ts'

type Change = PreparedMessage<PaymentChange, Amounts>

/**
 * Stores the reported payments and refunds, and publishes new refunds of payments that confirmed their orders.
 * Schedules a job that settles an accepted payment, in case the shop never confirms it, and a job that releases the
 * goods after a payment failed or was refunded before it confirmed the order.
 */
export async function followPayments(platform: OrdersPlatform, tx: Tx, changes: readonly Change[]) {
  const updates = changes.flatMap(updatesOf)
  if (updates.length === 0) return
  await upsertPayments(tx, onceEach(updates))
  const ended = changes.filter(({ body }) => body.orderId && body.status !== 'en_attente')
  // A confirmation publishes the refunds recorded before it. The lock lets either the confirmation see this refund, or
  // this transaction see the confirmation, so that the refund is published once.
  const ids = ended.map(({ body }) => body.orderId ?? '')
  const orders = await findOrders(tx, ids, { lock: ended.some(({ prepared }) => prepared.refund) })
  for (const { body, prepared } of ended) {
    const order = orders.get(body.orderId ?? '')
    if (!order) continue
    const payment = { ordreId: order.ordreId, transactionId: String(body.transactionId) }
    const key = (name: string) => `${name}:${payment.ordreId}:${payment.transactionId}`
    if (prepared.refund) await followRefund(platform, tx, { ...payment, ...prepared.refund }, order)
    if (body.status === 'accepte' || body.status === 'paye') {
      if (order.transactionId === payment.transactionId) continue
      const { clock, settings, jobs } = platform
      const at = order.statut === 'ANNULEE' ? clock.now() : clock.after(settings.confirmDelayMs)
      await jobs.add(tx, settlePaymentJob, payment, { at, key: key(settlePaymentJob.name) })
    } else if (!order.confirmeeLe && ['refuse', 'annule', REFUNDED].includes(body.status)) {
      await platform.jobs.add(tx, releaseReservationJob, payment, { key: key(releaseReservationJob.name) })
    }
  }
}

function updatesOf({ body, prepared }: Change): PaymentUpdate[] {
  const { orderId, transactionId, status } = body
  const { montantCents, refund } = prepared
  if (!orderId) return []
  const payment = { ordreId: orderId, transactionId: String(transactionId) }
  if (status === REFUNDED)
    return refund ? [{ ...payment, statut: 'accepte', rembourseCents: refund.rembourseCents }] : []
  return [{ ...payment, statut: status, montantCents, rembourseCents: 0 }]
}

/** Merges the updates of each payment into one. */
function onceEach(updates: readonly PaymentUpdate[]): PaymentUpdate[] {
  const payments = new Map<string, PaymentUpdate>()
  for (const each of updates) {
    const key = `${each.ordreId} ${each.transactionId}`
    const known = payments.get(key)
    payments.set(key, {
      ...each,
      statut: known && known.statut !== 'en_attente' ? known.statut : each.statut,
      montantCents: known?.montantCents ?? each.montantCents,
      rembourseCents: Math.max(known?.rembourseCents ?? 0, each.rembourseCents),
    })
  }
  return [...payments.values()]
}

async function followRefund(
  platform: OrdersPlatform,
  tx: Tx,
  { rembourseCents, isTotal, ...refund }: ReportedRefund & PaymentRef,
  order: Order,
) {
  const now = platform.clock.now()
  const resteCents = Math.max(0, order.montantTotalCents - rembourseCents)
  const earlier = isTotal ? await listRefunds(tx, [refund]) : []
  const montantCents = refund.montantCents - sum(earlier.map(each => each.montantCents))
  if (montantCents <= 0) return
  for (const fresh of await insertRefunds(tx, [{ ...refund, montantCents, resteCents }], now)) {
    await requestCreditNote(tx, platform, fresh)
    if (order.transactionId !== fresh.transactionId) continue
    await platform.outbox.publishAll(tx, createRefundEvents(order, fresh, now))
    await queueRefunds(tx, [fresh])
  }
}

export type ReportedRefund = {
  remboursementId: string
  montantCents: number
  rembourseCents: number
  /** The amount is the total refunded so far, which includes the refunds recorded before. */
  isTotal?: true
}
/** The amounts of a message in cents: of the payment, if the message states it, or of the reported refund. */
export type Amounts = { montantCents?: number; refund?: ReportedRefund }

export const REFUNDED = 'rembourse'

/** Returns the amounts of a message; requests those that a refund does not state. Throws 400 for an invalid amount. */
export async function readAmounts(platform: OrdersPlatform, change: PaymentChange): Promise<Amounts> {
  const { status, montant } = change
  if (status === REFUNDED) return readRefund(platform, change)
  return montant === undefined ? {} : { montantCents: parseEuros(montant, 'montant') }
}

/**
 * Returns the refunded amounts. For a message that lacks some of them, requests the total refunded so far from payments
 * and returns it, or no amounts if nothing is refunded or the transaction is unknown.
 */
async function readRefund(
  { peers }: OrdersPlatform,
  { transactionId, montant, montantRembourse, remboursementId }: PaymentChange,
): Promise<Amounts> {
  if (montant !== undefined && montantRembourse !== undefined && remboursementId !== undefined) {
    const montantCents = parseEuros(montant, 'montant')
    const rembourseCents = parseEuros(montantRembourse, 'montantRembourse')
    return { refund: { remboursementId: String(remboursementId), montantCents, rembourseCents } }
  }
  const known = await findTransaction(peers, String(transactionId))
  const rembourseCents = known ? known.montantCents - known.restantCents : 0
  if (rembourseCents === 0) return {}
  const derived = `${transactionId}-${rembourseCents}`
  return { refund: { remboursementId: derived, montantCents: rembourseCents, rembourseCents, isTotal: true } }
}
