import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type from 'typebox'
import { problems } from '../../platform/problem.ts'
import type { Context } from '../context.ts'
import { RebuildAnswer } from '../schemas.ts'
import { requestRebuild } from './rebuild.ts'
import { listRebuilds } from './store.ts'

const MAX_LISTED = 20

export const rebuildRoutes: FastifyPluginAsyncTypebox<Context> = async (app, context) => {
  app.post('/api/v1/privee/reconstructions', {
    config: { access: 'internal', rights: ['catalogue'] },
    schema: {
      operationId: 'rebuildCatalogue',
      summary: 'Rebuild the catalogue',
      description:
        'Reads all products from reference again, in the background. A rebuild that already runs is not started twice.',
      response: { 202: RebuildAnswer, ...problems(500) },
    },
    handler: async (_request, reply) => reply.code(202).send(await requestRebuild(context)),
  })

  app.get('/api/v1/privee/reconstructions', {
    config: { access: 'internal', rights: ['catalogue'] },
    schema: {
      operationId: 'listCatalogueRebuilds',
      summary: 'List rebuilds of the catalogue',
      description: 'Lists the last rebuilds with their progress, newest first.',
      response: { 200: Type.Array(RebuildAnswer), ...problems(500) },
    },
    handler: () => listRebuilds(context.db, MAX_LISTED),
  })
}
