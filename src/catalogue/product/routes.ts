import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type from 'typebox'
import type { Platform } from '../../platform/area.ts'
import { Id } from '../../platform/http/pages.ts'
import { problems } from '../../platform/problem.ts'
import { ProductInDetail } from '../schemas.ts'
import { readOne } from './read-one.ts'

export const productRoutes =
  (platform: Platform<'logistics'>): FastifyPluginAsyncTypebox =>
  async app => {
    app.get(
      '/api/v1/publique/catalogue/:id',
      {
        config: { access: 'open', takes: ['key'] },
        schema: {
          operationId: 'getListedProduct',
          summary: 'Read a listed product, with what can be sold of it in which store',
          params: Type.Object({ id: Id }),
          response: { 200: ProductInDetail, ...problems(400, 404) },
        },
      },
      ({ params, caller }) => readOne(platform, params.id, caller.trusted),
    )
  }
