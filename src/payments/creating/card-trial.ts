import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type from 'typebox'
import type { CallLimit } from '../../platform/http/call-limits.ts'
import { Shape } from '../../platform/http/pages.ts'
import { Problem, problemFields, problems } from '../../platform/problem.ts'
import { parseCardNumber } from '../cards/card.ts'
import type { Context } from '../context.ts'
import { Currency, MinorUnits, Name, ProviderRef, Status } from '../schemas.ts'
import { createAuthorizationId } from './create-payment.ts'

/** Limits the card attempts of one address, on the page and in simulations together, against lists of stolen cards. */
export const cardLimit = ({ settings }: Context): CallLimit => ({
  name: 'cartes',
  most: settings.cardsAMinute,
  refusal: 'Trop de cartes essayées en une minute : réessayez dans un instant',
})

const CardTrial = Shape('EssaiCarte', { cardNumber: Name(40), amount: MinorUnits, currency: Currency })

const outcome = { status: Status, authorizationId: Type.String() }
const message = Type.String()
const CardTrialAnswer = Shape('ResultatEssaiCarte', { ...outcome, message })
/** A refused card: an error with the outcome of the attempt. */
const CardTrialRefusal = Shape('RefusEssaiCarte', { ...problemFields, message, ...outcome })

export const cardTrialRoutes: FastifyPluginAsyncTypebox<Context> = async (app, context) => {
  app.post('/api/publique/:provider/card-payment', {
    config: {
      access: 'open',
      limit: cardLimit(context),
      errors: [
        'carte-invalide',
        'paiement-annule',
        'paiement-refuse',
        'prestataire-inconnu',
        'moyen-non-accepte',
      ],
    },
    schema: {
      operationId: 'tryCard',
      summary: 'Simulate a card payment',
      description: 'For tests: answers immediately and stores nothing.',
      params: ProviderRef,
      body: CardTrial,
      response: {
        200: CardTrialAnswer,
        ...problems(400),
        402: CardTrialRefusal,
        ...problems(404, 422, 429),
      },
    },
    handler: async ({ params, body }, reply) => {
      const tried = await tryCard(context, params.provider, body)
      if (tried.status === 'accepte') return { ...tried, message: 'Paiement accepté' }
      const refusal =
        tried.status === 'refuse'
          ? new Problem(402, 'paiement-refuse', 'Paiement refusé')
          : new Problem(402, 'paiement-annule', 'Paiement annulé')
      return reply.code(402).send({ ...refusal.body, message: refusal.message, ...tried })
    },
  })
}

/**
 * Asks a provider how a payment with a card would end, without storing anything. Throws 404 for an unconfigured
 * provider, 422 for one that does not accept card numbers, and 400 for an invalid number.
 */
async function tryCard(
  { providers }: Context,
  segment: string,
  { cardNumber: typed, amount, currency }: { cardNumber: string; amount: number; currency: string },
) {
  const provider = providers.fromUrl(segment)
  if (!provider.tokenise)
    throw new Problem(422, 'moyen-non-accepte', `The provider ${provider.name} does not accept card numbers`)
  const cardNumber = parseCardNumber(typed)
  if (!cardNumber) throw new Problem(400, 'carte-invalide', 'cardNumber is not a valid card number')
  const authorizationId = createAuthorizationId()
  const token = await provider.tokenise({ cardNumber, expirationDate: '', cardHolderName: '' })
  const status = await provider.settle({ token, authorizationId, montantCents: amount, devise: currency })
  return { status, authorizationId }
}
