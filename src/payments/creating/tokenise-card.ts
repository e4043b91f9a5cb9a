import { today } from '../../platform/clock.ts'
import { Problem } from '../../platform/problem.ts'
import type { SealedCard } from '../card-vault.ts'
import { cardBrand, isExpired, parseCardNumber, parseExpiry } from '../cards/card.ts'
import { type OwnerToSave, ownerName } from '../cards/saved-cards.ts'
import type { Context } from '../context.ts'
import type { Card, Provider } from '../providers/provider.ts'
import type { NewCard } from '../tables.ts'

/** A card tokenized by a provider. */
export type TokenisedCard = { provider: string; card: SealedCard }

/** Validates a card and normalizes its number and expiry. Throws 400 for an invalid or expired card. */
export function parseCard({ clock }: Context, card: Card): Card {
  const cardNumber = parseCardNumber(card.cardNumber)
  if (!cardNumber) throw new Problem(400, 'carte-invalide', 'cardNumber is not a valid card number')
  const expirationDate = parseExpiry(card.expirationDate)
  if (!expirationDate) throw new Problem(400, 'carte-invalide', 'expirationDate must be MM/YY or MM/YYYY')
  if (isExpired(expirationDate, today(clock).slice(0, 7)))
    throw new Problem(400, 'carte-expiree', 'The card has expired')
  return { ...card, cardNumber, expirationDate }
}

/** Tokenizes a validated card with its provider. Throws 422 if the provider accepts cards only on its own page. */
export async function tokeniseCard(provider: Provider, card: Card): Promise<TokenisedCard> {
  if (!provider.tokenise)
    throw new Problem(
      422,
      'moyen-non-accepte',
      `The provider ${provider.name} does not accept card numbers: create a payment link`,
    )
  return {
    provider: provider.name,
    card: {
      token: await provider.tokenise(card),
      brand: cardBrand(card.cardNumber),
      last4: card.cardNumber.slice(-4),
      expirationDate: card.expirationDate,
      cardHolderName: card.cardHolderName,
    },
  }
}

/**
 * Returns the row that saves a tokenized card for its owner. It contains `cardNumber` only as keyed hashes, and its
 * last four digits in the encrypted card.
 */
export function createCardToSave(
  { vault }: Context,
  { formerly, ...owner }: OwnerToSave,
  { provider, card }: TokenisedCard,
  cardNumber: string,
): Omit<NewCard, 'enAttenteDe'> {
  const name = ownerName(owner)
  return {
    ...owner,
    provider,
    empreintes: vault.fingerprints(cardNumber, name),
    formerly: formerly.flatMap(clientId =>
      vault
        .fingerprints(cardNumber, ownerName({ clientFideliseId: null, clientId }))
        .map(empreinte => ({ clientId, empreinte })),
    ),
    carte: vault.seal(card, name),
  }
}
