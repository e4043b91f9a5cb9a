import { mailWanted } from '../accounts/contract.ts'
import type { Tx } from '../platform/database/database.ts'
import { eurosOf } from '../platform/money.ts'
import type { Context } from './context.ts'
import { paymentChanged } from './contract.ts'
import { countPayment } from './counts.ts'
import { insertAnnouncement } from './store/announcements.ts'
import { REFUNDED, type Transaction } from './tables.ts'

/** Tells of the status that a payment now has, or of a refund of it, and notes that it did; counts it, too. */
export function announce(tx: Tx, { counts, outbox }: Context, payment: Transaction, refund?: Transaction) {
  countPayment(counts, tx, payment, refund)
  const { id, orderId, clientId, montantRembourseCents, updatedAt } = payment
  const status = refund ? REFUNDED : payment.status
  const refunded = refund && {
    montantRembourse: eurosOf(montantRembourseCents),
    remboursementId: refund.id,
  }
  return Promise.all([
    outbox.publish(tx, paymentChanged, {
      transactionId: id,
      orderId,
      status,
      clientId,
      montant: eurosOf((refund ?? payment).montantCents),
      ...refunded,
      timestamp: updatedAt.toISOString(),
    }),
    insertAnnouncement(tx, { transactionId: id, status, remboursementId: refund?.id ?? null, at: updatedAt }),
  ])
}

/** Has the customer sent a receipt, where anything says who that is. */
export async function announceReceipt(tx: Tx, { outbox }: Context, payment: Transaction) {
  const { id, orderId, clientId, montantCents, devise, authorizationId } = payment
  if (orderId === null && clientId === null) return
  await outbox.publish(tx, mailWanted, {
    modele: 'recu-paiement',
    objet: String(id),
    ordreId: orderId,
    clientId,
    prouve: false,
    paye: true,
    courriel: null,
    donnees: { montantCents, devise, reference: authorizationId },
  })
}
