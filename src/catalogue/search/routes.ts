import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { problems } from '../../platform/problem.ts'
import type { Context } from '../context.ts'
import { readStatistics } from '../index/store.ts'
import { ProductList, ProductSearch, Statistics } from '../schemas.ts'
import { findProducts } from './search-products.ts'

export const catalogueRoutes: FastifyPluginAsyncTypebox<Context> = async (app, { db, reduce }) => {
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
    handler: async (request, reply) =>
      reply
        .type('application/json; charset=utf-8')
        .serializer(String)
        // Already JSON, in the shape that the response type declares.
        .send((await findProducts(db, request.query, request.caller.privileged, reduce)) as never),
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
