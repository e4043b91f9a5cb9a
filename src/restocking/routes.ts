import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { Platform } from '../platform/area.ts'
import { Problem, problems } from '../platform/problem.ts'
import { purchasingAt } from './purchasing.ts'
import { Restocking, RestockingList, RestockingRef, RestockingSearch } from './schemas.ts'
import type { RestockingSettings } from './settings.ts'

export function restockingRoutes({
  settings,
  log,
}: Platform<never, RestockingSettings>): FastifyPluginAsyncTypebox {
  const purchasing = purchasingAt(settings, log)
  return async app => {
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
        const ofStore = (await purchasing.list()).filter(({ shop }) => shop === store_id)
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
        const found = (await purchasing.list()).find(restocking => restocking.id === id)
        if (!found)
          throw new Problem(404, 'reapprovisionnement-inconnu', `Restocking with ID ${id} not found`)
        return found
      },
    })
  }
}
