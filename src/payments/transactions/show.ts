import { eurosOf } from '../../platform/money.ts'
import { cardOf } from '../cards/card-vault.ts'
import { openSaved } from '../cards/saved-cards.ts'
import type { Context } from '../context.ts'
import { CARD, type SavedCard, type Transaction } from '../tables.ts'

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
  const { authorizationId, moyen, clientId, montantRembourseCents, updatedAt } = transaction
  const card = cardOf(vault, transaction)
  return {
    ...summaryOf(transaction),
    clientId,
    authorizationId,
    moyenPaiement: { type: moyen, brand: card?.brand ?? null, last4: card?.last4 ?? null },
    montantRembourse: eurosOf(montantRembourseCents),
    updatedAt,
  }
}

/** A saved card under what it is saved under: a number wherever it is one. */
export function savedCardShown(context: Context, saved: SavedCard) {
  const { last4, expirationDate, cardHolderName, brand } = openSaved(context, saved)
  const owner = saved.clientFideliseId ?? String(saved.clientId)
  return {
    id: saved.id,
    clientFideliseId: /^[1-9]\d{0,14}$/.test(String(owner)) ? Number(owner) : owner,
    type: CARD,
    details: { last4, expirationDate, cardHolderName, brand },
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
