import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { previewBasket as preview } from './basket/preview-basket.ts'
import { applyPromotion, beginPayment, getOrderSummary, previewBasket } from './contract.ts'
import { beginPayment as begin } from './payments/begin-payment.ts'
import type { OrdersPlatform } from './peers.ts'
import { applyPromotions } from './promotion-copy/promotion-cache.ts'
import { getShownOrder } from './store/orders.ts'
import { paymentOf } from './tables.ts'

export const internalRoutes: FastifyPluginAsyncTypebox<OrdersPlatform> = async (app, platform) => {
  const { db } = platform

  app.route({
    ...getOrderSummary,
    handler: async ({ params: { ordreId } }) => {
      const order = await getShownOrder(db, ordreId)
      // Other areas see a payment only once it has confirmed the order: an accepted payment alone does not make the
      // order paid.
      const { payeCents, rembourseCents } = order.confirmeeLe
        ? paymentOf(order.paiement)
        : { payeCents: 0, rembourseCents: 0 }
      return { ...order, payeCents, rembourseCents }
    },
  })

  app.route({ ...beginPayment, handler: ({ params, body }) => begin(platform, params.ordreId, body) })

  app.route({ ...previewBasket, handler: ({ body }) => preview(platform, body) })

  app.route({
    ...applyPromotion,
    handler: async (request, reply) => {
      await db.transaction(tx => applyPromotions(tx, [request.body]))
      return reply.code(204).send(null)
    },
  })
}
