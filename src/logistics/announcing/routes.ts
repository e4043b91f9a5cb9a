import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { Platform } from '../../platform/area.ts'
import { listStockStates } from '../contract.ts'
import { statesAfter } from './store.ts'

export const stateRoutes =
  ({ db }: Pick<Platform, 'db'>): FastifyPluginAsyncTypebox =>
  async app => {
    app.route({
      ...listStockStates,
      handler: async ({ query: { apres, limit } }) => {
        const stocks = await statesAfter(db, apres, limit)
        return { stocks, fin: stocks.length === limit ? (stocks.at(-1)?.id ?? null) : null }
      },
    })
  }
