import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { problems } from '../../platform/problem.ts'
import type { Context } from '../context.ts'
import { ReconciledPayments, ReconciliationQuery } from './schemas.ts'
import { lastTransaction, paymentsToReconcile } from './store.ts'

export const reconciliationRoutes =
  ({ db }: Context): FastifyPluginAsyncTypebox =>
  async app => {
    app.get(
      '/api/v1/privee/rapprochements-paiements',
      {
        config: { access: 'internal', rights: ['support'] },
        schema: {
          operationId: 'reconcilePayments',
          summary:
            'Payments with their refunds and what was announced of them, to be held against the orders',
          querystring: ReconciliationQuery,
          response: { 200: ReconciledPayments, ...problems(400) },
        },
      },
      async ({ query: { ids, after, limit } }) => {
        const which =
          ids === undefined ? { after, limit } : { ids: ids.split(',').filter(Boolean).map(Number) }
        const [data, dernier] = await Promise.all([paymentsToReconcile(db, which), lastTransaction(db)])
        return { data, dernier }
      },
    )
  }
