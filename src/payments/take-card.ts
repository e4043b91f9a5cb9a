import { today } from '../platform/clock.ts'
import { Problem } from '../platform/http/problem.ts'
import { cardBrand, cardDigits, cardExpiry, isExpired } from './card.ts'
import type { Context } from './context.ts'
import type { Card } from './providers/provider.ts'

/** The card with its number and expiry written one way. 400 when it cannot be a card, or is one no more. */
export function checkCard({ clock }: Context, card: Card): Card {
  const cardNumber = cardDigits(card.cardNumber)
  if (!cardNumber) throw new Problem(400, 'cardNumber is not the number of a card')
  const expirationDate = cardExpiry(card.expirationDate)
  if (!expirationDate) throw new Problem(400, 'expirationDate must be MM/YY or MM/YYYY')
  if (isExpired(expirationDate, today(clock).slice(0, 7))) throw new Problem(400, 'The card has expired')
  return { ...card, cardNumber, expirationDate }
}

/** Hands a card to the provider; what is left of it is sealed for the row of `authorizationId`. */
export async function takeCard(context: Context, given: Card, authorizationId: string) {
  const card = checkCard(context, given)
  const provider = context.providers.byDefault
  const kept = {
    token: await provider.tokenise(card),
    brand: cardBrand(card.cardNumber),
    last4: card.cardNumber.slice(-4),
    expirationDate: card.expirationDate,
    cardHolderName: card.cardHolderName,
  }
  return { provider: provider.name, sealed: context.vault.seal(kept, authorizationId) }
}
