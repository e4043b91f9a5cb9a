import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type from 'typebox'
import { Problem, problems } from '../../platform/problem.ts'
import type { Context } from '../context.ts'
import { cardLimit } from './card-limit.ts'
import { CardTrial, CardTrialAnswer, CardTrialRefusal } from './card-trial-schemas.ts'
import { tryCard } from './try-card.ts'

export const cardTrialRoutes =
  (context: Context): FastifyPluginAsyncTypebox =>
  async app => {
    app.post(
      '/api/publique/:provider/card-payment',
      {
        config: { access: 'open', limit: cardLimit(context) },
        schema: {
          operationId: 'tryCard',
          summary: 'Simulate a card payment, for tests: answers at once and stores nothing',
          params: Type.Object({
            provider: Type.String({
              maxLength: 50,
              description: '`provider` for the configured one, or its name',
            }),
          }),
          body: CardTrial,
          response: { 200: CardTrialAnswer, ...problems(400), 402: CardTrialRefusal, ...problems(404, 429) },
        },
      },
      async ({ params, body }, reply) => {
        const tried = await tryCard(context, params.provider, body)
        if (tried.status === 'accepte') return { ...tried, message: 'Paiement accepté' }
        const refusal =
          tried.status === 'refuse'
            ? new Problem(402, 'paiement-refuse', 'Paiement refusé')
            : new Problem(402, 'paiement-annule', 'Paiement annulé')
        return reply.code(402).send({ ...refusal.body, message: refusal.message, ...tried })
      },
    )
  }
