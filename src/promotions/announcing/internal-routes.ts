import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { listPromotionsOfTranche, listPromotionTranches } from '../contract.ts'
import type { PromotionsPlatform } from '../peers.ts'
import { TRANCHE } from '../schemas.ts'
import { listTranches, promotionsOfTranche } from '../store.ts'
import { messageOf } from './announce.ts'

/** What orders asks, to see whether its copy of the promotions is whole and to fetch what it lacks. */
export const internalRoutes =
  ({ db }: PromotionsPlatform): FastifyPluginAsyncTypebox =>
  async app => {
    app.route({
      ...listPromotionTranches,
      handler: async () => ({ taille: TRANCHE, tranches: await listTranches(db) }),
    })

    app.route({
      ...listPromotionsOfTranche,
      handler: async ({ query }) => (await promotionsOfTranche(db, query.tranche)).map(messageOf),
    })
  }
