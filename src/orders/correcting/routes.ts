import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { problems } from '../../platform/problem.ts'
import type { OrdersPlatform } from '../peers.ts'
import { OrderRef } from '../schemas.ts'
import { correctRecipient } from './correct-recipient.ts'
import { CorrectedRecipient, RecipientCorrection } from './schemas.ts'

export const correctingRoute: FastifyPluginAsyncTypebox<OrdersPlatform> = async (app, platform) => {
  app.patch('/api/v1/privee/commandes/:ordreId/destinataire', {
    config: {
      access: 'internal',
      rights: ['support', 'warehouse'],
      stores: 'record',
      errors: [
        'commande-annulee',
        'commande-inconnue',
        'change-entre-temps',
        'livraison-indisponible',
        'statut-incompatible',
      ],
    },
    schema: {
      operationId: 'correctRecipient',
      summary: 'Change the recipient of an order that is not sent',
      description:
        "Changes the given fields. The price stays, so the order's delivery method must serve the new address. Slips that are not sent follow; issued invoices do not change. Later mails go to a guest's new e-mail address, which gets the confirmation again.",
      params: OrderRef,
      body: RecipientCorrection,
      response: { 200: CorrectedRecipient, ...problems(400, 404, 409, 413, 422) },
    },
    handler: request => correctRecipient(platform, request, request.params.ordreId, request.body),
  })
}
