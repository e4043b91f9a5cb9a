import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type from 'typebox'
import { ifMatch, parseIfMatch } from '../../platform/http/conditional.ts'
import { createTotalsCache, readChunksById, sendWholeList } from '../../platform/http/lists.ts'
import { Id, Limit, Page, pageOf } from '../../platform/http/pages.ts'
import { problems } from '../../platform/problem.ts'
import { createSerializer } from '../../platform/schemas.ts'
import { readStatesAfter } from '../announcing/store.ts'
import type { LogisticsPlatform } from '../context.ts'
import { listStockStates, listStoresSelling, readAvailability } from '../contract.ts'
import { countMovements, readMovementPage } from '../movements/store.ts'
import {
  AvailabilitySearch,
  CountedStock,
  CountedStockPage,
  CountedStockSearch,
  PublicAvailability,
  StockChange,
  StockItem,
  StockList,
  StockMovementPage,
  StockRef,
  StockReference,
  StockSearch,
  StockTransfer,
  StoreQuantity,
} from '../stock-schemas.ts'
import { changeStock } from './change-stock.ts'
import { listStockOfProduct, listStockOfStore, listStockPage } from './list-stocks.ts'
import {
  countCounted,
  listPublicAvailability,
  listStocksAfter,
  listStoresWithProduct,
  readAvailableQuantities,
  readCountedPage,
} from './store.ts'
import { transferStock } from './transfer-stock.ts'

const open = { access: 'open' } as const

const writeStockItem = createSerializer(StockItem)

export const stockRoutes: FastifyPluginAsyncTypebox<LogisticsPlatform> = async (app, platform) => {
  const { db } = platform
  const totalOf = createTotalsCache()

  app.get('/api/publique/stocks', {
    config: open,
    schema: {
      operationId: 'listStocks',
      summary: 'List stocks',
      description: 'Lists all stocks, or a page of one store.',
      querystring: StockSearch,
      response: { 200: StockList, ...problems(400) },
    },
    handler: async ({ query }, reply) => {
      const { store_id, page, limit } = query
      if ([store_id, page, limit].some(given => given !== undefined)) return listStockPage(db, query)
      const chunks = readChunksById((after, most) => listStocksAfter(db, after, most))
      return sendWholeList(reply, chunks, writeStockItem)
    },
  })

  app.get('/api/publique/stocks/:id', {
    config: open,
    schema: {
      operationId: 'listStocksOfStore',
      summary: 'List the stocks of a store',
      description: 'Lists the stocks of a store, or of one product in it.',
      params: Type.Object({ id: Id }),
      querystring: Type.Object({ stockId: Type.Optional(StockReference) }),
      response: { 200: Type.Array(StockItem), ...problems(400, 503) },
    },
    handler: ({ params, query }) => listStockOfStore(platform, params.id, query.stockId?.trim()),
  })

  app.get('/api/publique/reserve/:productId', {
    config: { ...open, errors: ['produit-inconnu'] },
    schema: {
      operationId: 'listStoresOfProduct',
      summary: 'List the stock of a product by store',
      description: 'Answers with one row for each store that counts the product.',
      params: Type.Object({ productId: Id }),
      querystring: Type.Object({
        quantity: Type.Optional(
          Type.Integer({ minimum: 1, description: 'Only stores with at least this number of units' }),
        ),
      }),
      response: { 200: Type.Array(StoreQuantity), ...problems(400, 404, 503) },
    },
    handler: ({ params, query }) => listStockOfProduct(platform, params.productId, query.quantity),
  })

  app.get('/api/v1/publique/disponibilites', {
    config: open,
    schema: {
      operationId: 'listPublicAvailability',
      summary: 'List the availability of products',
      description:
        'For lists of products: answers whether each can be sold, and the remaining units if they are few. Products whose stock no store tracks are omitted. Caches may store the answer for ten seconds.',
      querystring: AvailabilitySearch,
      response: { 200: Type.Array(PublicAvailability), ...problems(400) },
    },
    handler: ({ query: { produits, magasinId } }, reply) => {
      reply.header('cache-control', 'public, max-age=10')
      return listPublicAvailability(db, produits.split(',').map(Number), magasinId ?? null)
    },
  })

  app.route({
    ...readAvailability,
    handler: ({ query: { produits, magasinId } }) =>
      readAvailableQuantities(db, produits.split(',').map(Number), magasinId ?? null),
  })

  app.route({ ...listStoresSelling, handler: ({ params }) => listStoresWithProduct(db, params.productId) })

  app.patch('/api/v1/privee/stocks/:storeId/:productId', {
    config: {
      access: 'internal',
      rights: ['warehouse'],
      stores: { parameter: 'storeId' },
      errors: ['magasin-inconnu', 'produit-inconnu', 'stock-hors-bornes', 'modifie-entre-temps'],
    },
    schema: {
      operationId: 'changeStock',
      summary: 'Change the stock of a product',
      description: 'Sets the physical stock of a product in a store, or changes it by a difference.',
      params: StockRef,
      headers: ifMatch('updatedAt'),
      body: StockChange,
      response: { 200: CountedStock, ...problems(400, 404, 409, 412, 503) },
    },
    handler: request => changeStock(platform, request.params, request.body, parseIfMatch(request)),
  })

  app.get('/api/v1/privee/stocks/:storeId/:productId/mouvements', {
    config: { access: 'internal', rights: ['warehouse'], stores: { parameter: 'storeId' } },
    schema: {
      operationId: 'listStockMovements',
      summary: 'List the movements of a stock, newest first',
      description:
        'Lists the changes of the physical stock of a product in a store: counts, orders, returns and transfers.',
      params: StockRef,
      querystring: Type.Object({ page: Page(), limit: Limit(20) }),
      response: { 200: StockMovementPage, ...problems(400) },
    },
    handler: ({ params, query }) =>
      pageOf(query, readMovementPage(db, params, query), countMovements(db, params)),
  })

  app.post('/api/v1/privee/stocks/transferts', {
    config: {
      access: 'internal',
      rights: ['warehouse'],
      stores: 'record',
      idempotent: true,
      errors: ['magasin-inconnu', 'produit-inconnu', 'stock-insuffisant'],
    },
    schema: {
      operationId: 'transferStock',
      summary: 'Send stock to another store',
      description: 'Moves free units of a product from one store to another, both at once.',
      body: StockTransfer,
      response: { 201: StockTransfer, ...problems(400, 404, 409, 503) },
    },
    handler: async (request, reply) =>
      reply.code(201).send(await transferStock(platform, request, request.body)),
  })

  app.get('/api/v1/privee/stocks', {
    config: { access: 'internal', rights: ['warehouse'], stores: { list: 'storeId' } },
    schema: {
      operationId: 'listCountedStocks',
      summary: 'List counted stocks',
      description:
        'Lists the physical stock, the reserved quantity and the restocking threshold of each product.',
      querystring: CountedStockSearch,
      response: { 200: CountedStockPage, ...problems(400) },
    },
    handler: ({ query: { page, limit, ...search }, caller: { stores } }) => {
      const filter = { ...search, stores }
      const total = totalOf(filter, () => countCounted(db, filter))
      return pageOf({ page, limit }, readCountedPage(db, filter, { page, limit }), total)
    },
  })

  app.route({
    ...listStockStates,
    handler: async ({ query: { apres, limit } }) => {
      const stocks = await readStatesAfter(db, apres, limit)
      return { stocks, fin: stocks.length === limit ? (stocks.at(-1)?.id ?? null) : null }
    },
  })
}
