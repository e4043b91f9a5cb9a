import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Problem, problems } from '../platform/http/problem.ts'
import { beginPayment, takeInPromotion } from './contract.ts'
import { beginPayment as begin } from './paying/begin-payment.ts'
import type { OrdersPlatform } from './peers.ts'
import { takeInPromotions } from './promotion-copy/promotion-cache.ts'
import { OrderRef, OrderSummary } from './schemas.ts'
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
          response: { 200: OrderSummary, ...problems(404) },
        },
      },
      async ({ params: { ordreId } }) => {
        const order = await findOrder(db, ordreId)
        if (!order) throw new Problem(404, `There is no order ${ordreId}`)
        return order
      },
    )

    app.route({
      ...beginPayment,
      handler: ({ params, body }) => begin(platform, params.ordreId, body),
    })

    app.route({
      ...takeInPromotion,
      handler: async (request, reply) => {
        await db.transaction(tx => takeInPromotions(tx, [request.body]))
        return reply.code(204).send(null)
      },
    })
  }
