import { today } from '../../platform/clock.ts'
import { Problem } from '../../platform/problem.ts'
import type { SealedCard } from '../card-vault.ts'
import { cardBrand, cardDigits, cardExpiry, isExpired } from '../cards/card.ts'
import { type OwnerToSave, ownerName } from '../cards/saved-cards.ts'
import type { Context } from '../context.ts'
import type { Card, Provider } from '../providers/provider.ts'
import type { NewCard } from '../tables.ts'

/** A card that a provider has taken: what is left of it, and of its number what finds it again. */
export type TokenisedCard = { provider: string; card: SealedCard }

/** The card with its number and expiry written one way. 400 when it cannot be a card, or is one no more. */
export function checkCard({ clock }: Context, card: Card): Card {
  const cardNumber = cardDigits(card.cardNumber)
  if (!cardNumber) throw new Problem(400, 'carte-invalide', 'cardNumber is not the number of a card')
  const expirationDate = cardExpiry(card.expirationDate)
  if (!expirationDate) throw new Problem(400, 'carte-invalide', 'expirationDate must be MM/YY or MM/YYYY')
  if (isExpired(expirationDate, today(clock).slice(0, 7)))
    throw new Problem(400, 'carte-expiree', 'The card has expired')
  return { ...card, cardNumber, expirationDate }
}

/** Hands a checked card to the provider. 422 when it takes none: its customers type them on a page of its own. */
export async function tokeniseCard(provider: Provider, card: Card): Promise<TokenisedCard> {
  if (!provider.tokenise)
    throw new Problem(
      422,
      'moyen-non-accepte',
      `The provider ${provider.name} takes no card numbers: make a payment link`,
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

/** A taken card as a row of its owner's. `cardNumber` is hashed with a key, and goes no further. */
export function cardToSave(
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
