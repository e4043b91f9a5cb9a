import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type from 'typebox'
import type { Platform } from '../../platform/area.ts'
import { Problem, problems } from '../../platform/http/problem.ts'
import { findArticles } from '../contract.ts'
import { recordSchema } from '../fields.ts'
import { findRecord } from '../records/store/records.ts'
import { produits } from '../resources.ts'
import { createFindArticles } from './find-articles.ts'
import { idBySku } from './store.ts'

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
        const id = await idBySku(db, sku)
        const product = id === undefined ? undefined : await findRecord(db, produits, id)
        if (!product) throw new Problem(404, 'produit-inconnu', `No product with sku ${sku}`)
        return product
      },
    )

    app.route({ ...findArticles, handler: ({ query }) => read(query.refs) })
  }
