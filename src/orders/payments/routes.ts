import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import { createPaymentLinkShort } from '../../payments/contract.ts'
import { addressOf } from '../../platform/http/caller.ts'
import { Problem } from '../../platform/problem.ts'
import type { OrdersPlatform } from '../peers.ts'

/** The route by which a shop that calls only the orders area requests a payment link. */
export const paymentLinkRoute: FastifyPluginAsyncTypebox<OrdersPlatform> = async (app, { peers }) => {
  const { errors = [] } = createPaymentLinkShort.config
  app.post('/api/publique/interface-paiement', {
    config: { access: 'open', takes: ['bearer', 'key'], bare: false, errors },
    schema: {
      ...createPaymentLinkShort.schema,
      operationId: 'createPaymentLinkThroughOrders',
      summary: 'Create a payment link through orders',
    },
    handler: async (request, reply) => {
      const { status, body, retryAfter } = await peers.ask(createPaymentLinkShort, {
        body: request.body,
        headers: forwardedHeaders(request),
        forwardedFor: addressOf(request),
        expect: [400, 401, 409, 422, 429],
      })
      if (status === 429)
        throw new Problem(status, body.code, body.message, { retryAfterSeconds: retryAfter })
      return reply.code(status).send(body)
    },
  })
}

/**
 * Returns the headers to forward: the idempotency key and the caller's own credentials, by which payments decides
 * whether the customer is proven or merely named.
 */
function forwardedHeaders({ caller, headers }: FastifyRequest): Record<string, string> {
  const key = headers['idempotency-key']
  return { ...caller.credentials, ...(typeof key === 'string' ? { 'idempotency-key': key } : {}) }
}
