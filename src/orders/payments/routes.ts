import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import Type from 'typebox'
import { createPaymentLinkShort } from '../../payments/contract.ts'
import { addressOf } from '../../platform/http/caller.ts'
import { Shape } from '../../platform/http/pages.ts'
import { Problem, problems } from '../../platform/problem.ts'
import { beginPayment } from '../contract.ts'
import type { OrdersPlatform } from '../peers.ts'
import { OrderRef } from '../schemas.ts'
import { sendPaymentLink } from './send-payment-link.ts'

/** The routes by which a shop that calls only the orders area requests a payment link, and staff have one sent. */
export const paymentLinkRoutes: FastifyPluginAsyncTypebox<OrdersPlatform> = async (app, platform) => {
  const { peers } = platform
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

  app.post('/api/v1/privee/commandes/:ordreId/courriels-paiement', {
    config: {
      access: 'internal',
      rights: ['support', 'till'],
      stores: 'record',
      errors: beginPayment.config.errors ?? [],
    },
    schema: {
      operationId: 'sendPaymentLink',
      summary: 'Send a link to pay an order',
      description:
        'Queues a mail with a link to pay the order, in its language, at most one in a minute. Answers 409 for an order that is paid or cancelled, or without an e-mail address.',
      params: OrderRef,
      response: { 202: Shape('Message', { message: Type.String() }), ...problems(404, 409, 422, 503) },
    },
    handler: async (request, reply) =>
      reply.code(202).send(await sendPaymentLink(platform, request, request.params.ordreId)),
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
