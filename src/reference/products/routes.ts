import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type from 'typebox'
import type { Platform } from '../../platform/area.ts'
import { Problem, problems } from '../../platform/problem.ts'
import {
  findArticles,
  listAnnouncedProducts,
  listCategories as listCategoriesOperation,
  listDeletedProducts,
} from '../contract.ts'
import { recordSchema } from '../fields.ts'
import { produits } from '../resources.ts'
import { createFindArticles } from './find-articles.ts'
import { listCategories } from './list-categories.ts'
import {
  countProducts,
  deletedProducts,
  findProductBySku,
  productIdsAfter,
  readProductChanges,
} from './store.ts'

/** The reads that only products have, those of other areas among them. */
export const productRoutes =
  ({ db }: Platform<never>): FastifyPluginAsyncTypebox =>
  async app => {
    const read = createFindArticles(db)

    app.get(
      '/api/publique/produits/search/sku',
      {
        config: { access: 'open' },
        schema: {
          operationId: 'findProductBySku',
          summary: 'Read the product whose ean, or whose supplier reference, is the sku',
          querystring: Type.Object({ sku: Type.String({ minLength: 1, maxLength: 255 }) }),
          response: {
            200: recordSchema(produits.fields, produits.shape),
            ...problems(400, 404),
          },
        },
      },
      async ({ query }) => {
        const sku = query.sku.trim()
        const product = await findProductBySku(db, sku)
        if (!product) throw new Problem(404, 'produit-inconnu', `No product with sku ${sku}`)
        return product
      },
    )

    app.route({ ...listCategoriesOperation, handler: ({ query }) => listCategories(db, query.search) })

    app.route({ ...findArticles, handler: ({ query }) => read(query.refs) })

    app.route({
      ...listAnnouncedProducts,
      handler: async ({ query }) => {
        const ids = await productIdsAfter(db, query.apres, query.limit)
        return { total: await countProducts(db), produits: await readProductChanges(db, ids) }
      },
    })

    app.route({
      ...listDeletedProducts,
      handler: ({ query }) => deletedProducts(db, query.apres, query.limit),
    })
  }
