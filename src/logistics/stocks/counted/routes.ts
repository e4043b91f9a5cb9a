import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { Platform } from '../../../platform/area.ts'
import { createTotals } from '../../../platform/http/lists.ts'
import { problems } from '../../../platform/problem.ts'
import { CountedStockPage, CountedStockSearch } from '../../stock-schemas.ts'
import { countCounted, pageOfCounted } from './store.ts'

/** What staff sees of the stocks: what is there, what of it is promised, and where it runs low. */
export const countedRoutes =
  ({ db }: Pick<Platform, 'db'>): FastifyPluginAsyncTypebox =>
  async app => {
    const totalOf = createTotals()
    app.get(
      '/api/v1/privee/stocks',
      {
        config: { access: 'internal', rights: ['warehouse'] },
        schema: {
          operationId: 'listCountedStocks',
          summary: 'List what is in the stores, what of it is promised, and when they want more',
          querystring: CountedStockSearch,
          response: { 200: CountedStockPage, ...problems(400) },
        },
      },
      async ({ query: { page, limit, ...filter } }) => {
        const [data, total] = await Promise.all([
          pageOfCounted(db, filter, { page, limit }),
          totalOf(filter, () => countCounted(db, filter)),
        ])
        return { data, total, page, limit }
      },
    )
  }
