import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type from 'typebox'
import type { Platform } from '../../platform/area.ts'
import { problems } from '../../platform/http/problem.ts'
import { jsonWriter } from '../../platform/http/schemas.ts'
import { chunksById, sendWholeList } from '../../platform/http/whole-list.ts'
import { Slip, SlipSearch } from './schemas.ts'
import { pageOfSlips, slipsAfter } from './store.ts'

const writeSlip = jsonWriter(Slip)

export const slipRoutes =
  ({ db }: Pick<Platform, 'db'>): FastifyPluginAsyncTypebox =>
  async app => {
    app.get(
      '/api/publique/bordereau',
      {
        config: { access: 'staff', rights: ['warehouse'] },
        schema: {
          operationId: 'listSlips',
          summary: 'List delivery slips, oldest first; all unless a page or an order is asked for',
          querystring: SlipSearch,
          response: { 200: Type.Array(Slip), ...problems(400) },
        },
      },
      async ({ query: { ordreId, page, limit } }, reply) => {
        if (ordreId !== undefined || page !== undefined || limit !== undefined)
          return pageOfSlips(db, ordreId, { page: page ?? 1, limit: limit ?? 20 })
        return sendWholeList(
          reply,
          chunksById((after, most) => slipsAfter(db, after, most)),
          writeSlip,
        )
      },
    )
  }
