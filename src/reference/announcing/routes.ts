import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { Platform } from '../../platform/area.ts'
import { listAnnouncedProducts, listDeletedProducts } from '../contract.ts'
import { deletedProducts, productsToAnnounce } from '../products/store.ts'
import { countProducts, productIdsAfter } from './store.ts'

/** For who keeps a copy of the products and has lost it, or missed the end of some. */
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

    app.route({
      ...listDeletedProducts,
      handler: ({ query }) => deletedProducts(db, query.apres, query.limit),
    })
  }
