import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type from 'typebox'
import { allowOnlyOwner } from '../../platform/http/caller.ts'
import { createTotalsCache } from '../../platform/http/lists.ts'
import { allowOnlyStores } from '../../platform/http/stores.ts'
import { problems } from '../../platform/problem.ts'
import type { OrdersPlatform } from '../peers.ts'
import { OrderRef } from '../schemas.ts'
import { getShownOrder } from '../store/orders.ts'
import { formatOrder, listOrders, searchOrders } from './list-orders.ts'
import { readOrderFile } from './read-order-file.ts'
import { OrderDetails, OrderFile, OrderList, OrderPage, OrderSearch, StaffSearch } from './schemas.ts'
import { listOwnWithdrawals } from './store.ts'

export const readingRoutes: FastifyPluginAsyncTypebox<OrdersPlatform> = async (app, platform) => {
  app.get('/api/commandes/:ordreId', {
    config: {
      access: 'customer',
      rights: ['shop', 'till', 'warehouse', 'support'],
      stores: 'record',
      addressIsCredential: true,
      errors: ['commande-inconnue'],
    },
    schema: {
      operationId: 'getOrder',
      summary: 'Read an order',
      description: 'Answers with the order, its articles and its current status.',
      params: OrderRef,
      response: { 200: OrderDetails, ...problems(404) },
    },
    handler: async request => {
      const order = await getShownOrder(platform.db, request.params.ordreId)
      allowOnlyStores(request, order.magasins)
      const retractations = await listOwnWithdrawals(platform.db, order.ordreId)
      return { ...formatOrder(order), ...(retractations.length > 0 && { retractations }) }
    },
  })

  const totals = createTotalsCache()
  app.get('/api/v1/privee/commandes', {
    config: {
      access: 'internal',
      rights: ['support', 'warehouse', 'till'],
      stores: { list: 'magasinId' },
    },
    schema: {
      operationId: 'searchOrders',
      summary: 'Search orders',
      description:
        'Filters by status, payment, date, customer and store. Newest first unless `sort` is given.',
      querystring: StaffSearch,
      response: { 200: OrderPage, ...problems(400, 503) },
    },
    handler: ({ query, caller: { stores } }) => searchOrders(platform, totals, query, stores),
  })

  app.get('/api/commandes/user/:userId', {
    config: { access: 'customer', rights: ['shop', 'till', 'support'] },
    schema: {
      operationId: 'listOrders',
      summary: "List a customer's orders",
      description: 'Lists the orders of the customer, newest first.',
      params: Type.Object({
        userId: Type.String({
          minLength: 1,
          maxLength: 50,
          description: 'Account id or CLI_ identifier of the customer',
        }),
      }),
      querystring: OrderSearch,
      response: { 200: OrderList, ...problems(400, 401, 403, 503) },
    },
    handler: async request => {
      await allowOnlyOwner(request, request.params.userId)
      return listOrders(platform, request.params.userId, request.query)
    },
  })

  app.get('/api/v1/privee/commandes/:ordreId/dossier', {
    config: {
      access: 'internal',
      rights: ['support', 'warehouse', 'till'],
      stores: 'record',
      errors: ['commande-inconnue'],
    },
    schema: {
      operationId: 'readOrderFile',
      summary: 'Read an order in full',
      description:
        'Answers with the lines, statuses, refunds, returns, invoice and credit notes of the order.',
      params: OrderRef,
      response: { 200: OrderFile, ...problems(404) },
    },
    handler: async (request, reply) => {
      reply.header('cache-control', 'no-store')
      const order = await getShownOrder(platform.db, request.params.ordreId)
      allowOnlyStores(request, order.magasins)
      return readOrderFile(platform, order)
    },
  })
}
