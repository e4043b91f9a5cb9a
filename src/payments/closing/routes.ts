import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { Context } from '../context.ts'
import { closeOrderToPayments } from '../contract.ts'
import { closeOrder } from './close-order.ts'

export const closingRoute =
  (context: Context): FastifyPluginAsyncTypebox =>
  async app => {
    app.route({
      ...closeOrderToPayments,
      handler: async ({ body }, reply) => {
        await closeOrder(context, body)
        return reply.code(204).send(null)
      },
    })
  }
