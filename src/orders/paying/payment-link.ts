import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import Type from 'typebox'
import { ProblemBody } from '../../platform/http/problem.ts'
import type { OrdersPlatform } from '../peers.ts'
import { Shapeless } from '../schemas.ts'

/** The address at which a shop that knows only the order service asks for a payment link. */
export const paymentLinkRoute =
  ({ peers }: OrdersPlatform): FastifyPluginAsyncTypebox =>
  async app => {
    const path = '/api/publique/interface-paiement'

    app.post(
      path,
      {
        config: { access: 'open', bare: false },
        schema: {
          operationId: 'createPaymentLinkThroughOrders',
          summary: 'Ask for a link to the payment page: handed on to payments',
          body: Shapeless,
          response: {
            201: Type.Unknown(),
            400: ProblemBody,
            401: ProblemBody,
            403: ProblemBody,
            404: ProblemBody,
            409: ProblemBody,
            422: ProblemBody,
            503: ProblemBody,
          },
        },
      },
      async (request, reply) => {
        const { status, body } = await peers.payments.call('POST', path, {
          body: request.body,
          headers: headersToHandOn(request),
          withoutKey: !request.hasKey,
        })
        return reply.code(status as 201).send(body)
      },
    )
  }

/** The call stays its caller's: their token and their idempotency key. */
function headersToHandOn({ headers }: FastifyRequest) {
  const handedOn: Record<string, string> = {}
  for (const name of ['authorization', 'idempotency-key'])
    if (typeof headers[name] === 'string') handedOn[name] = headers[name]
  return handedOn
}
