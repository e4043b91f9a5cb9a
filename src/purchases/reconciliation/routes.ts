import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type from 'typebox'
import { problems } from '../../platform/problem.ts'
import type { Purchases } from '../context.ts'
import { historyToReconcile } from './store.ts'

const ReconciledHistory = Type.Object({
  ordreId: Type.String(),
  situee: Type.Boolean({ description: 'Taken in since it is kept of which order a purchase is' }),
  remboursee: Type.Boolean(),
  lignes: Type.Integer({ description: 'Rows that are there' }),
  montantCents: Type.Integer(),
  modifiees: Type.Integer({ description: 'Rows that were changed by hand' }),
  supprimees: Type.Integer(),
  supprimeesCents: Type.Integer(),
})

export const reconciliationRoutes =
  ({ db }: Pick<Purchases, 'db'>): FastifyPluginAsyncTypebox =>
  async app => {
    app.post(
      '/api/v1/privee/rapprochements-historiques',
      {
        config: { access: 'internal', rights: ['support'] },
        schema: {
          operationId: 'reconcileHistory',
          summary: 'What the purchase history has of orders',
          body: Type.Object({
            ids: Type.Array(Type.String({ maxLength: 100 }), { minItems: 1, maxItems: 500 }),
          }),
          response: { 200: Type.Array(ReconciledHistory), ...problems(400) },
        },
      },
      ({ body: { ids } }) => historyToReconcile(db, ids),
    )
  }
