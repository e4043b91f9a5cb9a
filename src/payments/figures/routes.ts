import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { problems } from '../../platform/problem.ts'
import type { Context } from '../context.ts'
import { readOutcomes } from './read-outcomes.ts'
import { DaySearch, PaymentFigures } from './schemas.ts'

export const figureRoutes =
  (context: Context): FastifyPluginAsyncTypebox =>
  async app => {
    app.get(
      '/api/v1/privee/chiffres-paiements',
      {
        config: { access: 'internal', rights: ['support'], answersList: true },
        schema: {
          operationId: 'readPaymentFigures',
          summary: 'The payments of a day by their outcome, and its refunds',
          querystring: DaySearch,
          response: { 200: PaymentFigures, ...problems(400) },
        },
      },
      ({ query }) => readOutcomes(context, query.jour),
    )
  }
