import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { problems } from '../../platform/problem.ts'
import type { OrdersPlatform } from '../peers.ts'
import { returnGoods } from './return-goods.ts'
import { NewReturn, ReturnAnswer } from './schemas.ts'

export const returnRoute: FastifyPluginAsyncTypebox<OrdersPlatform> = async (app, platform) => {
  app.post('/api/v1/privee/retours', {
    config: {
      access: 'internal',
      rights: ['support'],
      stores: 'record',
      idempotent: true,
      errors: [
        'commande-inconnue',
        'change-entre-temps',
        'retour-trop-grand',
        'statut-incompatible',
        'article-absent',
        'retractation-inconnue',
      ],
    },
    schema: {
      operationId: 'returnGoods',
      summary: 'Return goods of an order',
      description: 'Accepts goods of a delivered order and refunds what was paid for them.',
      body: NewReturn,
      response: { 201: ReturnAnswer, ...problems(400, 404, 409, 422, 503) },
    },
    handler: async (request, reply) =>
      reply.code(201).send(await returnGoods(platform, request.body, request)),
  })
}
