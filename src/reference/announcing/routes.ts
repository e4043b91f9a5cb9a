import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { Platform } from '../../platform/area.ts'
import { listAnnouncedProducts } from '../contract.ts'
import { productsToAnnounce } from '../products/store.ts'
import { countProducts, productIdsAfter } from './store.ts'

/** For who keeps a copy of the products and has lost it. */
export const announcedRoutes =
  ({ db }: Platform<never>): FastifyPluginAsyncTypebox =>
  async app => {
    app.route({
      ...listAnnouncedProducts,
      handler: async ({ query }) => {
        const ids = await productIdsAfter(db, query.apres, query.limit)
        return { total: await countProducts(db), produits: await productsToAnnounce(db, ids) }
      },
    })
  }
