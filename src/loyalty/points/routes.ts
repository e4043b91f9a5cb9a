import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type from 'typebox'
import type { Platform } from '../../platform/area.ts'
import { today } from '../../platform/clock.ts'
import { Limit, Page, pageOf, Shape, Timestamp } from '../../platform/http/pages.ts'
import { Problem, problems } from '../../platform/problem.ts'
import { findClient } from '../clients/find-client.ts'
import { readEarnedPoints } from '../contract.ts'
import { ClientRef, PointsChange, PointsEntry, PointsPage } from '../schemas.ts'
import {
  adjustPoints,
  countPoints,
  listClientsToReconcile,
  listPointsToReconcile,
  readPointsPage,
  sumEarnedPoints,
} from './store.ts'

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

export const pointRoutes: FastifyPluginAsyncTypebox<Platform<never>> = async (app, { db, clock }) => {
  app.route({
    ...readEarnedPoints,
    handler: ({ query }) => sumEarnedPoints(db, query.acheteurs.split(',')),
  })

  app.get('/api/v1/privee/clients/:id/points', {
    config: { access: 'internal', rights: ['support'], errors: ['client-inconnu'] },
    schema: {
      operationId: 'listPoints',
      summary: 'List the points of a customer, newest first',
      description: 'Lists the points of delivered orders and the changes by staff.',
      params: ClientRef,
      querystring: Type.Object({ page: Page(), limit: Limit(20) }),
      response: { 200: PointsPage, ...problems(400, 404) },
    },
    handler: async ({ params, query }) => {
      const { id } = await findClient(db, params.id)
      return pageOf(query, readPointsPage(db, id, query), countPoints(db, id))
    },
  })

  app.post('/api/v1/privee/clients/:id/points', {
    config: {
      access: 'internal',
      rights: ['support'],
      idempotent: true,
      errors: ['client-inconnu', 'points-hors-bornes'],
    },
    schema: {
      operationId: 'adjustPoints',
      summary: 'Add or deduct points of a customer',
      description: 'Changes the points by a difference, for a reason.',
      params: ClientRef,
      body: PointsChange,
      response: { 201: PointsEntry, ...problems(400, 404, 409) },
    },
    handler: async ({ params, body, caller, remember }, reply) => {
      const { id } = await findClient(db, params.id)
      const adjustment = { ...body, clientId: id, auteur: caller.agent?.name ?? null }
      const entry = await db.transaction(async tx => {
        const made = await adjustPoints(tx, adjustment, clock.now(), today(clock))
        if (made) await remember(tx, 201, made)
        return made
      })
      if (!entry) throw new Problem(409, 'points-hors-bornes', 'The points would become negative or too many')
      return reply.code(201).send(entry)
    },
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
