import { mailWanted } from '../accounts/contract.ts'
import type { Tx } from '../platform/database/database.ts'
import { type Announcement, createAnnouncement } from '../platform/events/outbox.ts'
import { type Counts, countKind, countsBy } from '../platform/metrics/metrics.ts'
import { eurosOf } from '../platform/money.ts'
import { type Trace, withTraces } from '../platform/trace.ts'
import type { Context } from './context.ts'
import { paymentChanged } from './contract.ts'
import { insertAnnouncements } from './store.ts'
import { REFUNDED, STATUSES, type Transaction } from './tables.ts'

/** A payment whose status, or whose refund, is to be published, and the trace of the work that changed it. */
type PublishedChange = { payment: Transaction; refund?: Transaction; trace?: Trace | undefined }

type AnnounceContext = Pick<Context, 'counts' | 'outbox'>

/** Publishes, records and counts new statuses and refunds of payments, and requests receipts of accepted payments. */
export async function announceChanges(
  tx: Tx,
  { counts, outbox }: AnnounceContext,
  changes: readonly PublishedChange[],
) {
  for (const { payment, refund } of changes) countPayment(counts, tx, payment, refund)
  await Promise.all([
    outbox.publishAll(
      tx,
      changes.flatMap(change => withTraces([change.trace], () => eventsOf(change))),
    ),
    insertAnnouncements(
      tx,
      changes.map(({ payment, refund }) => ({
        ...{ transactionId: payment.id, status: statusOf(payment, refund) },
        ...{ remboursementId: refund?.id ?? null, at: payment.updatedAt },
      })),
    ),
  ])
}

const statusOf = ({ status }: Transaction, refund: Transaction | undefined) => (refund ? REFUNDED : status)

function eventsOf({ payment, refund }: PublishedChange): Announcement[] {
  const { id, orderId, clientId, montantCents, montantRembourseCents, updatedAt } = payment
  const refunded = refund && {
    montantRembourse: eurosOf(montantRembourseCents),
    remboursementId: refund.id,
    ...(montantRembourseCents < montantCents && { partiel: true as const }),
  }
  const changed = createAnnouncement(paymentChanged, {
    transactionId: id,
    orderId,
    status: statusOf(payment, refund),
    clientId,
    montant: eurosOf((refund ?? payment).montantCents),
    ...refunded,
    timestamp: updatedAt.toISOString(),
  })
  return statusOf(payment, refund) === 'accepte' ? [changed, ...receiptOf(payment)] : [changed]
}

/** Returns the event that requests a receipt; none if the payment names neither an order nor a customer. */
function receiptOf({ id, orderId, clientId, montantCents, devise, authorizationId }: Transaction) {
  if (orderId === null && clientId === null) return []
  return [
    createAnnouncement(mailWanted, {
      modele: 'recu-paiement',
      objet: String(id),
      ordreId: orderId,
      clientId,
      prouve: false,
      paye: true,
      courriel: null,
      donnees: { montantCents, devise, reference: authorizationId },
    }),
  ]
}

const payments = countsBy(
  'comptoir_payments_total',
  'Payments that reached a status: en_attente when created, any other when completed',
  'status',
  STATUSES,
)
const refunds = countKind('comptoir_refunds_total', 'Completed refunds')
const refundedCents = countKind('comptoir_refunded_cents_total', 'Refunded cents, of payments in euros')

const failedRefunds = countKind(
  'comptoir_refunds_failed_total',
  'Refunds that failed at the payment provider',
)
const disputes = countKind('comptoir_disputes_total', 'Payments that became disputed at the payment provider')

export const paymentCounts = [payments, refunds, refundedCents, failedRefunds, disputes]

export const countFailedRefund = (counts: Counts, tx: Tx) => counts.committed(tx, failedRefunds)

export const countDispute = (counts: Counts, tx: Tx) => counts.committed(tx, disputes)

/** Counts a published change: the payment's status, or a refund. */
function countPayment(counts: Counts, tx: Tx, payment: Transaction, refund?: Transaction) {
  if (!refund) return counts.committed(tx, payments, { value: payment.status })
  counts.committed(tx, refunds)
  if (refund.devise.toUpperCase() === 'EUR') counts.committed(tx, refundedCents, { by: refund.montantCents })
}
