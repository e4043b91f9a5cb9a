import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type from 'typebox'
import type { Platform } from '../../platform/area.ts'
import { Shape, Timestamp } from '../../platform/http/pages.ts'
import { problems } from '../../platform/problem.ts'
import { readEarnedPoints } from '../contract.ts'
import { listClientsToReconcile, listPointsToReconcile, sumEarnedPoints } from './store.ts'

const Names = Type.Array(Type.String({ maxLength: 100 }), { maxItems: 500 })

const ReconciledPoints = Shape('RapprochementPoints', {
  points: Type.Array(
    Type.Object({
      ordreId: Type.String(),
      points: Type.Integer(),
      actif: Type.Boolean({
        description: 'Whether the customer with these points is active, that is, not deleted',
      }),
    }),
  ),
  clients: Type.Array(Type.Object({ clientId: Type.String(), createdAt: Timestamp }), {
    description: 'Active customers among the requested identifiers',
  }),
})

export const pointRoutes: FastifyPluginAsyncTypebox<Platform<never>> = async (app, { db }) => {
  app.route({
    ...readEarnedPoints,
    handler: ({ query }) => sumEarnedPoints(db, query.acheteurs.split(',')),
  })

  app.post('/api/v1/privee/rapprochements-points', {
    config: { access: 'internal', rights: ['support'] },
    schema: {
      operationId: 'reconcilePoints',
      summary: 'Reconcile points',
      description: 'Lists the points that orders have earned and the customers that loyalty knows.',
      body: Type.Object({ ids: Names, clientIds: Names }),
      response: { 200: ReconciledPoints, ...problems(400) },
    },
    handler: async ({ body: { ids, clientIds } }) => {
      const [points, clients] = await Promise.all([
        listPointsToReconcile(db, ids),
        listClientsToReconcile(db, clientIds),
      ])
      return { points, clients }
    },
  })
}
