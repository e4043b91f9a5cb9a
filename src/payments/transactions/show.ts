import { eurosOf } from '../../platform/money.ts'
import { cardOf } from '../card-vault.ts'
import type { Context } from '../context.ts'
import type { Transaction } from '../tables.ts'

/** A transaction as a list shows it. The schemas of the answers leave out its other columns. */
export const summaryOf = (transaction: Transaction) => ({
  ...transaction,
  montant: eurosOf(transaction.montantCents),
  transactionRembourseeId: transaction.rembourseId,
})

/** A transaction whole, with what its owner recognises the card by. */
export function detailOf({ vault }: Context, transaction: Transaction) {
  const card = cardOf(vault, transaction)
  return {
    ...summaryOf(transaction),
    moyenPaiement: { type: transaction.moyen, brand: card?.brand ?? null, last4: card?.last4 ?? null },
    montantRembourse: eurosOf(transaction.montantRembourseCents),
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
