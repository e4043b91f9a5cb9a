import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import Type from 'typebox'
import { addressOf } from '../../platform/http/caller.ts'
import { JSON_TYPE } from '../../platform/http/lists.ts'
import type { Streamed } from '../../platform/peers/request.ts'
import { problems } from '../../platform/problem.ts'
import { getProduct, listProducts } from '../../reference/contract.ts'
import type { PromotionsPlatform } from '../peers.ts'

/** Products read through the promotion service: what reference answers, handed on while it comes. */
export const productRoutes =
  ({ peers }: PromotionsPlatform): FastifyPluginAsyncTypebox =>
  async app => {
    const config = { access: 'open', takes: ['key'], bare: false } as const
    const response = {
      200: Type.Unknown(),
      ...problems(400, 401, 404, 503),
    }

    /** What the caller gave, and what shows who it is: the platform's own key would show more than is theirs to see. */
    const givenBy = (request: FastifyRequest) => ({
      query: new URLSearchParams(request.url.split('?')[1]),
      headers: { ...request.caller.credentials },
      forwardedFor: addressOf(request),
    })
    const handOn = (reply: FastifyReply, { status, body }: Streamed) =>
      reply.code(status).type(JSON_TYPE).send(body)

    app.get(
      '/api/publique/produits',
      {
        config,
        schema: {
          operationId: 'readProductsThroughPromotions',
          summary: 'List products, with the parameters and the answer of the reference service',
          response,
        },
      },
      async (request, reply) => handOn(reply, await peers.stream(listProducts, givenBy(request))),
    )

    app.get(
      '/api/publique/produits/:id',
      {
        config,
        schema: {
          operationId: 'readProductThroughPromotions',
          summary: 'Read a product, as the reference service answers it',
          params: Type.Object({ id: Type.String({ minLength: 1, maxLength: 50 }) }),
          response,
        },
      },
      async (request, reply) => {
        const { params } = request
        return handOn(reply, await peers.stream(getProduct, { params, ...givenBy(request) }))
      },
    )
  }
