import type { Tx } from '../platform/database/database.ts'
import { type Counts, countKind, countsBy } from '../platform/metrics/metrics.ts'
import { STATUSES, type Transaction } from './tables.ts'

const payments = countsBy(
  'comptoir_payments_total',
  'Payments that reached a status: en_attente as they begin, any other as they end',
  'status',
  STATUSES,
)
const refunds = countKind('comptoir_refunds_total', 'Refunds that were made')
const refundedCents = countKind('comptoir_refunded_cents_total', 'Cents given back, of payments in euros')

export const paymentCounts = [payments, refunds, refundedCents]

/** Counts what is announced of a payment: its status, or a refund of it. */
export function countPayment(counts: Counts, tx: Tx, payment: Transaction, refund?: Transaction) {
  if (!refund) return counts.committed(tx, payments, { value: payment.status })
  counts.committed(tx, refunds)
  if (refund.devise.toUpperCase() === 'EUR') counts.committed(tx, refundedCents, { by: refund.montantCents })
}
