import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type from 'typebox'
import type { Platform } from '../platform/area.ts'
import { ProblemBody } from '../platform/http/problem.ts'
import { Slip, SlipSearch } from './schemas.ts'
import { listSlips } from './store/slips.ts'

export const slipRoutes =
  ({ db }: Pick<Platform, 'db'>): FastifyPluginAsyncTypebox =>
  async app => {
    app.get(
      '/api/publique/bordereau',
      {
        config: { access: 'staff' },
        schema: {
          operationId: 'listSlips',
          summary: 'List delivery slips, oldest first; all unless a page or an order is asked for',
          querystring: SlipSearch,
          response: { 200: Type.Array(Slip), 400: ProblemBody },
        },
      },
      ({ query }) => listSlips(db, query),
    )
  }
