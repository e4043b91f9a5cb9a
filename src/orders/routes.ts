import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type from 'typebox'
import { createSemaphore } from '../platform/concurrency/semaphore.ts'
import { allowOnlyOwner } from '../platform/http/caller.ts'
import { Problem, ProblemBody } from '../platform/http/problem.ts'
import { calculateBasket } from './basket/calculate-basket.ts'
import { type ConfirmPayment, paymentOf } from './confirming/confirm-payment.ts'
import type { OrdersPlatform } from './peers.ts'
import { limitOrders } from './placing/limit-orders.ts'
import { createPlaceOrder } from './placing/place-order.ts'
import type { PromotionBook } from './promotion-copy/promotion-book.ts'
import { listOrders } from './reading/list-orders.ts'
import {
  BasketAnswer,
  BasketRequest,
  NewOrder,
  OrderAnswer,
  OrderDetails,
  OrderList,
  OrderRef,
  OrderSearch,
  PaymentConfirmation,
  PlacedOrder,
  StatusChange,
  StatusHistory,
} from './schemas.ts'
import { updateStatus } from './status/change-status.ts'
import { readHistory } from './status/read-history.ts'
import { findOrder } from './store/orders.ts'

/** What a shop calls: baskets, orders, their payment and their status. */
export const shopRoutes =
  (
    platform: OrdersPlatform,
    book: PromotionBook,
    confirmPayment: ConfirmPayment,
  ): FastifyPluginAsyncTypebox =>
  async app => {
    const { config, db } = platform
    const placeOrder = createPlaceOrder(platform, book)
    const inTurn = createSemaphore(2 * config.databasePoolSize)

    app.post(
      '/api/commandes',
      {
        config: { access: 'open', takes: ['bearer', 'key'], idempotent: true },
        // Ahead of the Idempotency-Key, so that a refusal for haste is not kept as its answer.
        preHandler: async request => limitOrders(platform, request),
        schema: {
          operationId: 'placeOrder',
          summary: 'Place an order: amounts are verified and the goods reserved for 30 minutes',
          body: NewOrder,
          response: {
            201: PlacedOrder,
            400: ProblemBody,
            401: ProblemBody,
            403: ProblemBody,
            409: ProblemBody,
            422: ProblemBody,
            429: ProblemBody,
            503: ProblemBody,
          },
        },
      },
      async (request, reply) => {
        if (request.caller.token) await allowOnlyOwner(request, request.body.clientId)
        const placed = await inTurn(() => placeOrder(request.body, request))
        return reply.code(201).send(placed)
      },
    )

    app.post(
      '/api/publique/promotions/calculer-panier',
      {
        config: { access: 'open' },
        schema: {
          operationId: 'calculateBasket',
          summary: 'What a basket costs after promotions, in cents',
          body: BasketRequest,
          response: { 200: BasketAnswer, 400: ProblemBody, 422: ProblemBody, 503: ProblemBody },
        },
      },
      async ({ body }) => ({ totalApresPromo: await inTurn(() => calculateBasket(platform, book, body)) }),
    )

    app.post(
      '/api/commandes/:ordreId/confirmer-paiement',
      {
        config: { access: 'open' },
        schema: {
          operationId: 'confirmPayment',
          summary: 'Confirm the payment of an order and hand it over to logistics and loyalty',
          params: OrderRef,
          body: PaymentConfirmation,
          response: {
            200: OrderAnswer,
            400: ProblemBody,
            402: ProblemBody,
            404: ProblemBody,
            409: ProblemBody,
            422: ProblemBody,
            503: ProblemBody,
          },
        },
      },
      ({ params, body }) => inTurn(() => confirmPayment(params.ordreId, paymentOf(body))),
    )

    app.patch(
      '/api/commandes/:ordreId/statut',
      {
        config: { access: 'staff' },
        schema: {
          operationId: 'changeOrderStatus',
          summary: 'Change the status of an order',
          params: OrderRef,
          body: StatusChange,
          response: { 200: OrderAnswer, 400: ProblemBody, 404: ProblemBody },
        },
      },
      ({ params, body }) => updateStatus(platform, params.ordreId, body),
    )

    app.get(
      '/api/commandes/:ordreId',
      {
        config: { access: 'customer', addressIsCredential: true },
        schema: {
          operationId: 'getOrder',
          summary: 'Read an order',
          params: OrderRef,
          response: { 200: OrderDetails, 404: ProblemBody },
        },
      },
      async ({ params: { ordreId } }) => {
        const order = await findOrder(db, ordreId)
        if (!order) throw new Problem(404, `There is no order ${ordreId}`)
        return order
      },
    )

    app.get(
      '/api/v1/publique/commandes/:ordreId/statuts',
      {
        config: { access: 'customer', addressIsCredential: true },
        schema: {
          operationId: 'listOrderStatuses',
          summary: 'Every status that an order has had, oldest first, with tracking number and comment',
          params: OrderRef,
          response: { 200: StatusHistory, 404: ProblemBody },
        },
      },
      ({ params: { ordreId } }) => readHistory(db, ordreId),
    )

    app.get(
      '/api/commandes/user/:userId',
      {
        config: { access: 'customer' },
        schema: {
          operationId: 'listOrders',
          summary: "A customer's orders, newest first",
          params: Type.Object({ userId: Type.String({ minLength: 1, maxLength: 50 }) }),
          querystring: OrderSearch,
          response: {
            200: OrderList,
            400: ProblemBody,
            401: ProblemBody,
            403: ProblemBody,
            503: ProblemBody,
          },
        },
      },
      async request => {
        await allowOnlyOwner(request, request.params.userId)
        return listOrders(platform, request.params.userId, request.query)
      },
    )
  }
