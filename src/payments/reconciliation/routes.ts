import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type from 'typebox'
import { Shape } from '../../platform/http/pages.ts'
import { problems } from '../../platform/problem.ts'
import type { Context } from '../context.ts'
import { ReconciledPayment } from '../transaction-schemas.ts'
import { listPaymentsToReconcile, readLastTransactionId } from './store.ts'

const ReconciliationQuery = Type.Object({
  ids: Type.Optional(
    Type.String({
      pattern: '^([1-9]\\d{0,14}(,[1-9]\\d{0,14}){0,499})?$',
      keepEmpty: true,
      description: 'Up to 500 ids; by default, the transactions after `after`',
    }),
  ),
  after: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, default: 0 }),
  limit: Type.Integer({ minimum: 1, maximum: 500, default: 500 }),
})

const ReconciledPayments = Shape('RapprochementPaiements', {
  data: Type.Array(ReconciledPayment),
  dernier: Type.Integer({ description: 'Highest existing id' }),
})

export const reconciliationRoutes: FastifyPluginAsyncTypebox<Context> = async (app, { db }) => {
  app.get('/api/v1/privee/rapprochements-paiements', {
    config: { access: 'internal', rights: ['support'] },
    schema: {
      operationId: 'reconcilePayments',
      summary: 'Reconcile payments',
      description:
        'Lists payments with their refunds and what was published about them, to compare with the orders.',
      querystring: ReconciliationQuery,
      response: { 200: ReconciledPayments, ...problems(400) },
    },
    handler: async ({ query: { ids, after, limit } }) => {
      const which = ids === undefined ? { after, limit } : { ids: ids.split(',').filter(Boolean).map(Number) }
      const [data, dernier] = await Promise.all([
        listPaymentsToReconcile(db, which),
        readLastTransactionId(db),
      ])
      return { data, dernier }
    },
  })
}
