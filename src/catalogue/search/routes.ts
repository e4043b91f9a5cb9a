import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { problems } from '../../platform/problem.ts'
import { withoutFinalSlashes } from '../../platform/text.ts'
import { PICTURES } from '../../reference/contract.ts'
import type { Context } from '../context.ts'
import { readStatistics } from '../index/store.ts'
import { ProductList, ProductSearch, Statistics } from '../schemas.ts'
import { findProducts } from './search-products.ts'

/** An element of an array that is the path of an uploaded picture. In texts, a backslash precedes the quotation mark. */
const PHOTO = RegExp(`(?<=[[,]")${PICTURES}`, 'g')

export const catalogueRoutes: FastifyPluginAsyncTypebox<Context> = async (app, { db, config, reduce }) => {
  const base = withoutFinalSlashes(config.publicUrl ?? '')

  app.get('/api/products', {
    config: { access: 'open', takes: ['key'] },
    schema: {
      operationId: 'searchProducts',
      summary: 'Search products',
      description:
        'Searches the active products, best match first; without `search` lists them. Products and stock are those of the last events consumed.',
      querystring: ProductSearch,
      response: { 200: ProductList, ...problems(400, 500) },
    },
    handler: async ({ query, caller }, reply) => {
      const list = await findProducts(db, query, caller.privileged, reduce)
      return (
        reply
          .type('application/json; charset=utf-8')
          .serializer(String)
          // Already JSON, in the shape that the response type declares; parsing it would be most of the work.
          .send((base === '' ? list : list.replace(PHOTO, path => base + path)) as never)
      )
    },
  })

  app.get('/api/products/stats', {
    config: { access: 'open' },
    schema: {
      operationId: 'getProductStatistics',
      summary: 'Count products, categories and brands',
      description: 'Deleted products are not counted.',
      response: { 200: Statistics, ...problems(500) },
    },
    handler: () => readStatistics(db),
  })
}
