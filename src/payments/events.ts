import Type from 'typebox'
import type { Tx } from '../platform/database/database.ts'
import { eventKind } from '../platform/events/event.ts'
import { Nullable } from '../platform/http/pages.ts'
import type { Context } from './context.ts'
import { insertAnnouncement } from './store/announcements.ts'
import type { Transaction } from './tables.ts'

/** A payment has changed its status, or part of it was given back (`rembourse`). */
export const PaymentChanged = eventKind(
  'paiement.expedition-commande',
  Type.Object({
    transactionId: Type.Integer(),
    orderId: Nullable(Type.String()),
    status: Type.String(),
    clientId: Nullable(Type.String()),
    timestamp: Type.String(),
  }),
)

/** Tells of the status that a payment now has, or of a refund of it, and notes that it did. */
export function announce(tx: Tx, { outbox }: Context, payment: Transaction, refund?: Transaction) {
  const { id, orderId, clientId, updatedAt } = payment
  const status = refund ? 'rembourse' : payment.status
  return Promise.all([
    outbox.publish(tx, PaymentChanged, {
      transactionId: id,
      orderId,
      status,
      clientId,
      timestamp: updatedAt.toISOString(),
    }),
    insertAnnouncement(tx, { transactionId: id, status, remboursementId: refund?.id ?? null, at: updatedAt }),
  ])
}
