import Type from 'typebox'
import type { Tx } from '../platform/database/database.ts'
import { eventKind } from '../platform/events/event.ts'
import { Nullable } from '../platform/http/pages.ts'
import type { Context } from './context.ts'
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

export const announce = (
  tx: Tx,
  { outbox }: Context,
  {
    id,
    orderId,
    status,
    clientId,
    updatedAt,
  }: Pick<Transaction, 'id' | 'orderId' | 'clientId' | 'updatedAt'> & { status: string },
) =>
  outbox.publish(tx, PaymentChanged, {
    transactionId: id,
    orderId,
    status,
    clientId,
    timestamp: updatedAt.toISOString(),
  })
