import { Problem } from '../../platform/problem.ts'
import { cardDigits } from '../cards/card.ts'
import type { Context } from '../context.ts'
import { newAuthorization } from './create-payment.ts'

/** Asks a provider at once how a payment with a card would end. Nothing is stored. 404 a provider that is not configured. */
export async function tryCard(
  { providers }: Context,
  segment: string,
  { cardNumber: typed, amount, currency }: { cardNumber: string; amount: number; currency: string },
) {
  const provider = providers.inAddress(segment)
  if (!provider.tokenise)
    throw new Problem(422, 'moyen-non-accepte', `The provider ${provider.name} takes no card numbers`)
  const cardNumber = cardDigits(typed)
  if (!cardNumber) throw new Problem(400, 'carte-invalide', 'cardNumber is not the number of a card')
  const authorizationId = newAuthorization()
  const token = await provider.tokenise({ cardNumber, expirationDate: '', cardHolderName: '' })
  const status = await provider.settle({ token, authorizationId, montantCents: amount, devise: currency })
  return { status, authorizationId }
}
