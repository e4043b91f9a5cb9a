import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { problems } from '../../platform/http/problem.ts'
import type { OrdersPlatform } from '../peers.ts'
import { allowOnlyCustomer } from '../reading/own-order.ts'
import { OrderAnswer, OrderRef } from '../schemas.ts'
import { cancelOrder } from './cancel-order.ts'

export const cancellingRoute =
  (platform: OrdersPlatform): FastifyPluginAsyncTypebox =>
  async app => {
    app.post(
      '/api/v1/publique/commandes/:ordreId/annulation',
      {
        config: { access: 'customer', rights: ['shop', 'support'], idempotent: true },
        schema: {
          operationId: 'cancelOrder',
          summary: 'Cancel an order that is not yet being prepared; what was paid is refunded',
          params: OrderRef,
          response: { 200: OrderAnswer, ...problems(400, 401, 403, 404, 409, 422, 503) },
        },
      },
      async request => {
        const { ordreId } = request.params
        await allowOnlyCustomer(platform, request, ordreId)
        return cancelOrder(platform, ordreId, (tx, answer) => request.remember(tx, 200, answer))
      },
    )
  }
