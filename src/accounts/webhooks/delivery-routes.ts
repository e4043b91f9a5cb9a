import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type from 'typebox'
import { Id, PageOf, Shape } from '../../platform/http/pages.ts'
import { Problem, problems } from '../../platform/problem.ts'
import type { Accounts } from '../context.ts'
import { IdRef } from '../schemas.ts'
import { unknownWebhook } from './change-webhooks.ts'
import { redeliver, scheduleTestMessage } from './redeliver.ts'
import { type Delivery, DeliveryAnswer, DeliveryDetail, DeliverySearch, Redelivery } from './schemas.ts'
import { findDelivery, listDeliveries } from './store/deliveries.ts'
import { findWebhook } from './store/webhooks.ts'

// Payloads contain personal data, so the routes need the right that exports need.
const config = { access: 'internal', rights: ['admin'] } as const
const PATH = '/api/v1/privee/webhooks/:id'

/** Shows the time of the next attempt only for pending deliveries. */
const shown = <D extends Delivery>(delivery: D) => ({
  ...delivery,
  prochainEssai: delivery.statut === 'en_attente' ? delivery.prochainEssai : null,
})

/** Routes for the deliveries of a webhook. */
export const deliveryRoutes: FastifyPluginAsyncTypebox<Accounts> = async (app, accounts) => {
  const { db } = accounts

  app.get(`${PATH}/livraisons`, {
    config: { ...config, errors: ['webhook-inconnu'] },
    schema: {
      operationId: 'listWebhookDeliveries',
      summary: 'List the deliveries of a webhook',
      description: 'Lists the deliveries of the last 30 days and their results, newest first.',
      params: IdRef,
      querystring: DeliverySearch,
      response: { 200: PageOf('ListeLivraisonsWebhook', DeliveryAnswer), ...problems(400, 404) },
    },
    handler: async ({ params: { id }, query }) => {
      if (!(await findWebhook(db, id))) throw unknownWebhook(id)
      const { data, ...rest } = await listDeliveries(db, id, query)
      return { data: data.map(shown), ...rest }
    },
  })

  app.get(`${PATH}/livraisons/:livraisonId`, {
    config: { ...config, errors: ['livraison-inconnue'] },
    schema: {
      operationId: 'readWebhookDelivery',
      summary: 'Read a delivery of a webhook',
      description: 'Answers with the delivery and the body that is sent.',
      params: Type.Object({ id: Id, livraisonId: Id }),
      response: { 200: DeliveryDetail, ...problems(400, 404) },
    },
    handler: async ({ params: { id, livraisonId } }, reply) => {
      const found = await findDelivery(db, id, livraisonId)
      if (!found) throw new Problem(404, 'livraison-inconnue', `Webhook ${id} has no delivery ${livraisonId}`)
      reply.header('cache-control', 'no-store')
      return shown(found)
    },
  })

  app.post(`${PATH}/renvois`, {
    config: {
      ...config,
      errors: ['livraison-inconnue', 'webhook-inconnu', 'livraison-en-cours', 'webhook-suspendu'],
    },
    schema: {
      operationId: 'redeliverToWebhook',
      summary: 'Repeat deliveries of a webhook',
      description: 'Sends one delivery again, or all that failed for good since a moment.',
      params: IdRef,
      body: Redelivery,
      response: {
        202: Shape('Renvoi', {
          nombre: Type.Integer({
            description: 'Number of deliveries to be sent again, at most 10,000 per call',
          }),
        }),
        ...problems(400, 404, 409),
      },
    },
    handler: async ({ params: { id }, body }, reply) =>
      reply.code(202).send(await redeliver(accounts, id, body)),
  })

  app.post(`${PATH}/essais`, {
    config: { ...config, errors: ['webhook-inconnu', 'webhook-suspendu'] },
    schema: {
      operationId: 'tryWebhook',
      summary: 'Test a webhook',
      description: 'Schedules a test message and answers with its delivery, whose result can be read later.',
      params: IdRef,
      response: { 202: DeliveryAnswer, ...problems(400, 404, 409) },
    },
    handler: async ({ params: { id } }, reply) =>
      reply.code(202).send(shown(await scheduleTestMessage(accounts, id))),
  })
}
