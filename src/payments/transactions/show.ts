import { eurosOf } from '../../platform/money.ts'
import { cardOf } from '../card-vault.ts'
import type { Context } from '../context.ts'
import type { Transaction } from '../tables.ts'

/** A transaction as a list shows it. */
export const summaryOf = ({
  id,
  montantCents,
  devise,
  status,
  typePaiement,
  createdAt,
  orderId,
  rembourseId,
}: Transaction) => ({
  id,
  montant: eurosOf(montantCents),
  devise,
  status,
  typePaiement,
  createdAt,
  orderId,
  transactionRembourseeId: rembourseId,
})

/** A transaction whole, with what its owner recognises the card by. */
export function detailOf({ vault }: Context, transaction: Transaction) {
  const { authorizationId, moyen, clientId, montantRembourseCents, motif, source, updatedAt } = transaction
  const card = cardOf(vault, transaction)
  return {
    ...summaryOf(transaction),
    clientId,
    authorizationId,
    moyenPaiement: { type: moyen, brand: card?.brand ?? null, last4: card?.last4 ?? null },
    montantRembourse: eurosOf(montantRembourseCents),
    ...{ motif, source, updatedAt },
  }
}

/** How a payment stands. Its order and authorization are named only to who may know them. */
export const statusOf = (
  { id, authorizationId, status, orderId, updatedAt }: Transaction,
  whole: boolean,
) => ({
  transactionId: id,
  authorizationId: whole ? authorizationId : null,
  status,
  orderId: whole ? orderId : null,
  updatedAt,
})
