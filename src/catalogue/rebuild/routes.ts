import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type from 'typebox'
import type { Platform } from '../../platform/area.ts'
import { problems } from '../../platform/problem.ts'
import { RebuildAnswer } from '../schemas.ts'
import { requestRebuild } from './rebuild.ts'
import { listRebuilds } from './store.ts'

const SHOWN = 20

export const rebuildRoutes =
  (platform: Platform<'reference'>): FastifyPluginAsyncTypebox =>
  async app => {
    app.post(
      '/api/v1/privee/reconstructions',
      {
        config: { access: 'internal', rights: ['catalogue'] },
        schema: {
          operationId: 'rebuildCatalogue',
          summary: 'Read all products anew from the reference area, unless that is being done',
          response: { 202: RebuildAnswer, ...problems(500) },
        },
      },
      async (_request, reply) => reply.code(202).send(await requestRebuild(platform)),
    )

    app.get(
      '/api/v1/privee/reconstructions',
      {
        config: { access: 'internal', rights: ['catalogue'] },
        schema: {
          operationId: 'listCatalogueRebuilds',
          summary: 'List the last rebuilds of the catalogue, the newest first, and how far each has come',
          response: { 200: Type.Array(RebuildAnswer), ...problems(500) },
        },
      },
      () => listRebuilds(platform.db, SHOWN),
    )
  }
