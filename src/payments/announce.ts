import { type MailWanted, mailWanted } from '../accounts/contract.ts'
import { RETURN_REFUND } from '../orders/contract.ts'
import type { Tx } from '../platform/database/database.ts'
import { type Announcement, createAnnouncement } from '../platform/events/outbox.ts'
import type { Language } from '../platform/http/pages.ts'
import { type Counts, countKind, countsBy } from '../platform/metrics/metrics.ts'
import { eurosOf } from '../platform/money.ts'
import { type Trace, withTraces } from '../platform/trace.ts'
import type { Context } from './context.ts'
import { paymentChanged } from './contract.ts'
import { listLanguages } from './links/store.ts'
import { insertAnnouncements } from './store.ts'
import { REFUNDED, STATUSES, type Transaction } from './tables.ts'

/** A payment whose status, or whose refund, is to be published, and the trace of the work that changed it. */
type PublishedChange = { payment: Transaction; refund?: Transaction; trace?: Trace | undefined }

type AnnounceContext = Pick<Context, 'counts' | 'outbox'>

/** Publishes, records and counts new statuses and refunds of payments, and requests the mails about them. */
export async function announceChanges(
  tx: Tx,
  { counts, outbox }: AnnounceContext,
  changes: readonly PublishedChange[],
) {
  for (const { payment, refund } of changes) countPayment(counts, tx, payment, refund)
  const links = changes.flatMap(({ payment }) =>
    payment.lienId && payment.status === 'accepte' ? payment.lienId : [],
  )
  const languages = links.length > 0 ? await listLanguages(tx, links) : undefined
  const languageOf = ({ lienId }: Transaction) => (lienId && languages?.get(lienId)) || null
  await Promise.all([
    outbox.publishAll(
      tx,
      changes.flatMap(change =>
        withTraces([change.trace], () => eventsOf(change, languageOf(change.payment))),
      ),
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

function eventsOf({ payment, refund }: PublishedChange, langue: Language | null): Announcement[] {
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
  const mails =
    statusOf(payment, refund) === 'accepte' ? receiptOf(payment) : createRefundMail(payment, refund)
  return [
    changed,
    ...mails.map(mail => createAnnouncement(mailWanted, { ...mail, donnees: { ...mail.donnees, langue } })),
  ]
}

/** Returns the request for a mail; none if the payment names neither an order nor a customer. */
function mailAbout(
  { orderId, clientId, devise }: Transaction,
  mail: Pick<MailWanted, 'modele' | 'objet' | 'donnees'>,
): MailWanted[] {
  if (orderId === null && clientId === null) return []
  const about = { ordreId: orderId, clientId, prouve: false, paye: true, courriel: null }
  return [{ ...about, ...mail, donnees: { ...mail.donnees, devise } }]
}

const receiptOf = (payment: Transaction) =>
  mailAbout(payment, {
    ...{ modele: 'recu-paiement', objet: String(payment.id) },
    donnees: { montantCents: payment.montantCents, reference: payment.authorizationId },
  })

/** Orders requests the mail about a return, which states its refund. */
export const createRefundMail = (payment: Transaction, refund: Transaction | undefined) =>
  refund && refund.source !== RETURN_REFUND
    ? mailAbout(payment, {
        ...{ modele: 'remboursement', objet: String(refund.id) },
        donnees: {
          montantCents: refund.montantCents,
          ...{ payeCents: payment.montantCents, rembourseCents: payment.montantRembourseCents },
        },
      })
    : []

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
