import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type from 'typebox'
import type { Platform } from '../platform/area.ts'
import { ProblemBody } from '../platform/http/problem.ts'
import { ProductChange } from './events.ts'
import { countProducts, productIdsAfter } from './store/announced.ts'
import { productsToAnnounce } from './store/products.ts'

/** For who keeps a copy of the products and has lost it. */
export const announcedRoutes =
  ({ db }: Platform<never>): FastifyPluginAsyncTypebox =>
  async app => {
    app.get(
      '/api/v1/privee/produits',
      {
        config: { access: 'internal' },
        schema: {
          operationId: 'listAnnouncedProducts',
          summary: 'Read products as they are announced, deleted ones too, and how many are not deleted',
          querystring: Type.Object({
            apres: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, default: 0 }),
            limit: Type.Integer({ minimum: 1, maximum: 1_000, default: 500 }),
          }),
          response: {
            200: Type.Object({ total: Type.Integer(), produits: Type.Array(ProductChange) }),
            400: ProblemBody,
          },
        },
      },
      async ({ query }) => {
        const ids = await productIdsAfter(db, query.apres, query.limit)
        return { total: await countProducts(db), produits: await productsToAnnounce(db, ids) }
      },
    )
  }
