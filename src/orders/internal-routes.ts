import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type from 'typebox'
import { Problem, ProblemBody } from '../platform/http/problem.ts'
import { PromotionChanged } from './events.ts'
import { beginPayment } from './paying/begin-payment.ts'
import type { OrdersPlatform } from './peers.ts'
import { takeInPromotions } from './promotion-copy/promotion-book.ts'
import { OrderRef, OrderSummary, PaymentAdmitted, PaymentBegun } from './schemas.ts'
import { findOrder } from './store/orders.ts'

/** What other areas ask. */
export const internalRoutes =
  (platform: OrdersPlatform): FastifyPluginAsyncTypebox =>
  async app => {
    const { db } = platform

    app.get(
      '/api/v1/privee/commandes/:ordreId',
      {
        config: { access: 'internal' },
        schema: {
          operationId: 'getOrderSummary',
          summary: 'Who an order is for, what it costs and whether it is paid',
          params: OrderRef,
          response: { 200: OrderSummary, 404: ProblemBody },
        },
      },
      async ({ params: { ordreId } }) => {
        const order = await findOrder(db, ordreId)
        if (!order) throw new Problem(404, `There is no order ${ordreId}`)
        return order
      },
    )

    app.post(
      '/api/v1/privee/commandes/:ordreId/encaissements',
      {
        config: { access: 'internal' },
        schema: {
          operationId: 'beginPayment',
          summary: 'Announce a payment or its link: the amount is checked and the goods stay reserved for it',
          params: OrderRef,
          body: PaymentBegun,
          response: {
            200: PaymentAdmitted,
            400: ProblemBody,
            404: ProblemBody,
            409: ProblemBody,
            422: ProblemBody,
            503: ProblemBody,
          },
        },
      },
      ({ params, body }) => beginPayment(platform, params.ordreId, body),
    )

    app.post(
      '/api/v1/privee/promotions',
      {
        config: { access: 'internal' },
        schema: {
          operationId: 'takeInPromotion',
          summary:
            'Take in a promotion as it is announced, ahead of its message; an older version is passed over',
          body: PromotionChanged.schema,
          response: { 204: Type.Null(), 400: ProblemBody },
        },
      },
      async (request, reply) => {
        await db.transaction(tx => takeInPromotions(tx, [request.body]))
        return reply.code(204).send(null)
      },
    )
  }
