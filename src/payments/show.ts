import { eurosOf } from '../platform/money.ts'
import type { Context } from './context.ts'
import type { Transaction } from './tables.ts'

/** A transaction as a list shows it. */
export const summaryOf = ({
  id,
  montantCents,
  devise,
  status,
  typePaiement,
  createdAt,
  orderId,
}: Transaction) => ({
  id,
  montant: eurosOf(montantCents),
  devise,
  status,
  typePaiement,
  createdAt,
  orderId,
})

/** A transaction whole, with what its owner recognises the card by. */
export function detailOf({ vault }: Context, transaction: Transaction) {
  const { authorizationId, carte, moyen, clientId, montantRembourseCents, updatedAt } = transaction
  const card = carte ? vault.open(carte, authorizationId!) : undefined
  return {
    ...summaryOf(transaction),
    clientId,
    authorizationId,
    moyenPaiement: { type: moyen, brand: card?.brand ?? null, last4: card?.last4 ?? null },
    montantRembourse: eurosOf(montantRembourseCents),
    updatedAt,
  }
}

/** How a payment stands. The order is named only to who may know it. */
export const statusOf = (
  { id, authorizationId, status, orderId, updatedAt }: Transaction,
  showOrder: boolean,
) => ({
  transactionId: id,
  authorizationId,
  status,
  orderId: showOrder ? orderId : null,
  updatedAt,
})
