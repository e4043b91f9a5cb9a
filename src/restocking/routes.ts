import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Problem, problems } from '../platform/problem.ts'
import { Restocking, RestockingList, RestockingRef, RestockingSearch } from './schemas.ts'

type Context = { listRestockings: () => Promise<Restocking[]> }

export const restockingRoutes: FastifyPluginAsyncTypebox<Context> = async (app, { listRestockings }) => {
  app.get('/api/reapprovisionnements', {
    config: { access: 'staff', rights: ['warehouse'], errors: ['application-en-erreur'] },
    schema: {
      operationId: 'listRestockings',
      summary: 'List the restocking requests of a store',
      description: 'Reads the requests from the purchasing application.',
      querystring: RestockingSearch,
      response: { 200: RestockingList, ...problems(400, 500) },
    },
    handler: async ({ query: { store_id, page, limit } }) => {
      const ofStore = (await listRestockings()).filter(({ shop }) => shop === store_id)
      return { data: ofStore.slice((page - 1) * limit, page * limit), totalItems: ofStore.length }
    },
  })

  app.get('/api/reapprovisionnements/:id', {
    config: {
      access: 'staff',
      rights: ['warehouse'],
      errors: ['reapprovisionnement-inconnu', 'application-en-erreur'],
    },
    schema: {
      operationId: 'getRestocking',
      summary: 'Read a restocking request',
      description: 'Reads the request from the purchasing application.',
      params: RestockingRef,
      response: { 200: Restocking, ...problems(400, 404, 500) },
    },
    handler: async ({ params: { id } }) => {
      const found = (await listRestockings()).find(restocking => restocking.id === id)
      if (!found) throw new Problem(404, 'reapprovisionnement-inconnu', `Restocking with ID ${id} not found`)
      return found
    },
  })
}
