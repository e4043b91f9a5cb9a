import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type from 'typebox'
import { problems } from '../../platform/problem.ts'
import type { LogisticsPlatform } from '../context.ts'
import { ReconciledReservation, ReconciledSlips, ReconciledStock } from './schemas.ts'
import { listReservationsToReconcile, listSlipsToReconcile, listStocksToReconcile } from './store.ts'

const limit = Type.Integer({ minimum: 1, maximum: 500, default: 500 })

const config = { access: 'internal', rights: ['support'] } as const

export const reconciliationRoutes: FastifyPluginAsyncTypebox<LogisticsPlatform> = async (app, { db }) => {
  app.post('/api/v1/privee/rapprochements-bordereaux', {
    config,
    schema: {
      operationId: 'reconcileSlips',
      summary: 'Reconcile slips',
      description:
        'Lists the reservations, slips, taken goods and returned goods of orders, to compare with other areas.',
      body: Type.Object({
        ids: Type.Array(Type.String({ maxLength: 200 }), { minItems: 1, maxItems: 500 }),
      }),
      response: { 200: Type.Array(ReconciledSlips), ...problems(400) },
    },
    handler: ({ body: { ids } }) => listSlipsToReconcile(db, ids),
  })

  app.get('/api/v1/privee/rapprochements-stocks', {
    config,
    schema: {
      operationId: 'reconcileStocks',
      summary: 'Reconcile stocks',
      description: 'Lists the stocks and the quantities that active reservations block.',
      querystring: Type.Object({
        after: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, default: 0 }),
        limit,
      }),
      response: { 200: Type.Array(ReconciledStock), ...problems(400) },
    },
    handler: ({ query }) => listStocksToReconcile(db, query),
  })

  app.get('/api/v1/privee/rapprochements-reservations', {
    config,
    schema: {
      operationId: 'reconcileReservations',
      summary: 'Reconcile reservations',
      description: 'Lists the active reservations, to compare with the orders.',
      querystring: Type.Object({ after: Type.String({ maxLength: 200, default: '' }), limit }),
      response: { 200: Type.Array(ReconciledReservation), ...problems(400) },
    },
    handler: ({ query }) => listReservationsToReconcile(db, query),
  })
}
