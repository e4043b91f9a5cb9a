import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { ClosedShape, Nullable } from '../../platform/http/pages.ts'
import { problems } from '../../platform/http/problem.ts'
import { createSignedLinks, LinkQuery } from '../../platform/http/signed-links.ts'
import type { OrdersPlatform } from '../peers.ts'
import { allowOnlyCustomer } from '../reading/own-order.ts'
import { OrderAnswer, OrderRef } from '../schemas.ts'
import { cancelOrder } from './cancel-order.ts'

/** It takes nothing: what is paid goes back whole. */
const Cancellation = ClosedShape('AnnulationCommande', {})

export const cancellingRoute =
  (platform: OrdersPlatform): FastifyPluginAsyncTypebox =>
  async app => {
    const links = createSignedLinks(platform.config.tokenSecret, platform.clock)
    app.post(
      '/api/v1/publique/commandes/:ordreId/annulation',
      {
        config: {
          access: 'customer',
          rights: ['shop', 'support'],
          idempotent: true,
          opensByLink: links.opens,
        },
        schema: {
          operationId: 'cancelOrder',
          summary: 'Cancel an order that is not yet being prepared; what was paid is refunded',
          description:
            'What the link of the mail that tells of its invoice carries (`jeton`) opens it as well.',
          params: OrderRef,
          querystring: LinkQuery,
          body: Nullable(Cancellation),
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
