import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type from 'typebox'
import { ProblemBody } from '../../platform/http/problem.ts'
import type { PromotionsPlatform } from '../peers.ts'
import { AnnouncedPromotion, TRANCHE, Tranches } from '../schemas.ts'
import { listTranches, promotionsOfTranche } from '../store.ts'
import { messageOf } from './announce.ts'

/** What orders asks, to see whether its copy of the promotions is whole and to fetch what it lacks. */
export const internalRoutes =
  ({ db }: PromotionsPlatform): FastifyPluginAsyncTypebox =>
  async app => {
    app.get(
      '/api/v1/privee/promotions/tranches',
      {
        config: { access: 'internal' },
        schema: {
          operationId: 'listPromotionTranches',
          summary: 'How many promotions there are in each run of ids, and the sum of their versions',
          response: { 200: Tranches },
        },
      },
      async () => ({ taille: TRANCHE, tranches: await listTranches(db) }),
    )

    app.get(
      '/api/v1/privee/promotions',
      {
        config: { access: 'internal' },
        schema: {
          operationId: 'listPromotionsOfTranche',
          summary: 'The promotions of one run of ids as they are announced, deleted ones too',
          querystring: Type.Object({ tranche: Type.Integer({ minimum: 0, maximum: 2 ** 40 }) }),
          response: { 200: Type.Array(AnnouncedPromotion), 400: ProblemBody },
        },
      },
      async ({ query }) => (await promotionsOfTranche(db, query.tranche)).map(messageOf),
    )
  }
