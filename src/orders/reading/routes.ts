import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type from 'typebox'
import { allowOnlyOwner } from '../../platform/http/caller.ts'
import { createTotals } from '../../platform/http/lists.ts'
import { Problem, problems } from '../../platform/problem.ts'
import type { OrdersPlatform } from '../peers.ts'
import { OrderRef } from '../schemas.ts'
import { findShownOrder } from '../store/orders.ts'
import { listOrders } from './list-orders.ts'
import { OrderDetails, OrderList, OrderPage, OrderSearch, StaffSearch } from './schemas.ts'
import { searchOrders } from './search-orders.ts'
import { shown } from './show.ts'

export const readingRoutes =
  (platform: OrdersPlatform): FastifyPluginAsyncTypebox =>
  async app => {
    app.get(
      '/api/commandes/:ordreId',
      {
        config: {
          access: 'customer',
          rights: ['shop', 'till', 'warehouse', 'support'],
          addressIsCredential: true,
        },
        schema: {
          operationId: 'getOrder',
          summary: 'Read an order',
          params: OrderRef,
          response: { 200: OrderDetails, ...problems(404) },
        },
      },
      async ({ params: { ordreId } }) => {
        const order = await findShownOrder(platform.db, ordreId)
        if (!order) throw new Problem(404, 'commande-inconnue', `There is no order ${ordreId}`)
        return shown(order)
      },
    )

    const totals = createTotals()
    app.get(
      '/api/v1/privee/commandes',
      {
        config: { access: 'internal', rights: ['support', 'warehouse', 'till'] },
        schema: {
          operationId: 'searchOrders',
          summary: 'All orders, by status, payment, date, customer and store; newest first unless sorted',
          querystring: StaffSearch,
          response: { 200: OrderPage, ...problems(400, 503) },
        },
      },
      ({ query }) => searchOrders(platform, totals, query),
    )

    app.get(
      '/api/commandes/user/:userId',
      {
        config: { access: 'customer', rights: ['shop', 'till', 'support'] },
        schema: {
          operationId: 'listOrders',
          summary: "A customer's orders, newest first",
          params: Type.Object({
            userId: Type.String({
              minLength: 1,
              maxLength: 50,
              description: "The account's id, or the customer's CLI_ identifier",
            }),
          }),
          querystring: OrderSearch,
          response: {
            200: OrderList,
            ...problems(400, 401, 403, 503),
          },
        },
      },
      async request => {
        await allowOnlyOwner(request, request.params.userId)
        return listOrders(platform, request.params.userId, request.query)
      },
    )
  }
