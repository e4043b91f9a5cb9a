import { eurosOf } from '../../platform/money.ts'
import { decryptCard } from '../card-vault.ts'
import type { Context } from '../context.ts'
import type { Transaction } from '../tables.ts'

/** Formats a transaction for lists. The response schemas leave out its other columns. */
export const formatSummary = (transaction: Transaction) => ({
  ...transaction,
  montant: eurosOf(transaction.montantCents),
  transactionRembourseeId: transaction.rembourseId,
})

/** Formats a full transaction, with the details by which its owner recognizes the card. */
export function formatDetail({ vault }: Context, transaction: Transaction) {
  const card = decryptCard(vault, transaction)
  return {
    ...formatSummary(transaction),
    moyenPaiement: { type: transaction.moyen, brand: card?.brand ?? null, last4: card?.last4 ?? null },
    montantRembourse: eurosOf(transaction.montantRembourseCents),
  }
}

/** Formats the status of a payment. Its order and authorization are included only for callers who may see them. */
export const formatStatus = (
  { id, authorizationId, status, orderId, updatedAt }: Transaction,
  detailed: boolean,
) => ({
  transactionId: id,
  authorizationId: detailed ? authorizationId : null,
  status,
  orderId: detailed ? orderId : null,
  updatedAt,
})
