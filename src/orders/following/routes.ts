import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type from 'typebox'
import { Shape } from '../../platform/http/pages.ts'
import { problems } from '../../platform/problem.ts'
import type { Context } from '../context.ts'
import { OrderRef } from '../schemas.ts'
import { requestOrderLink } from './send-link.ts'

const LinkRequest = Shape('DemandeLienCommande', {
  ...OrderRef.properties,
  email: Type.String({ format: 'email', maxLength: 255, description: 'The address given with the order' }),
})

export const followingRoute: FastifyPluginAsyncTypebox<Context> = async (app, context) => {
  const limit = {
    name: 'suivis-commande',
    most: context.settings.linksAMinute,
    refusal: 'Trop de demandes en une minute : réessayez dans un instant',
  }

  app.post('/api/v1/publique/liens-commande', {
    config: { access: 'open', limit },
    schema: {
      operationId: 'sendOrderLink',
      summary: 'Send the link to an order',
      description:
        'Sends the link to a paid order to its address if that is `email`, at most three times per hour. The response does not reveal whether the order exists.',
      body: LinkRequest,
      response: { 202: Shape('Message', { message: Type.String() }), ...problems(400, 429) },
    },
    handler: async ({ body }, reply) => {
      await requestOrderLink(context, body)
      return reply.code(202).send({
        message: 'Si une commande payée porte ce numéro et cette adresse, un e-mail est envoyé avec son lien',
      })
    },
  })
}
