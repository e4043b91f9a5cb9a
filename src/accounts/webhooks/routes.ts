import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type from 'typebox'
import { ifMatch, parseIfMatch } from '../../platform/http/conditional.ts'
import { PageOf, Shape } from '../../platform/http/pages.ts'
import { problems } from '../../platform/problem.ts'
import type { Accounts } from '../context.ts'
import { IdRef, PageQuery } from '../schemas.ts'
import {
  changeWebhook,
  createWebhook,
  removeWebhook,
  rotateSecret,
  unknownWebhook,
} from './change-webhooks.ts'
import { CreatedWebhook, NewSecret, NewWebhook, WebhookAnswer, WebhookChanges } from './schemas.ts'
import { findWebhook, listWebhooks } from './store/webhooks.ts'

const config = { access: 'internal', rights: ['admin'] } as const
const PATH = '/api/v1/privee/webhooks'

/** Routes for webhooks and their secrets. */
export const webhookRoutes: FastifyPluginAsyncTypebox<Accounts> = async (app, accounts) => {
  const { db, announced } = accounts

  app.get('/api/v1/privee/types-evenements', {
    config,
    schema: {
      operationId: 'readEventTypes',
      summary: 'List event types',
      description: 'Lists the events that a webhook can receive.',
      response: {
        200: Shape('TypesEvenements', {
          types: Type.Array(Type.String(), { description: 'Queue names, in alphabetical order' }),
        }),
      },
    },
    handler: async () => ({ types: [...announced] }),
  })

  app.get(PATH, {
    config,
    schema: {
      operationId: 'listWebhooks',
      summary: 'List webhooks',
      description: 'Lists the webhooks in the order of their creation, without their secrets.',
      querystring: PageQuery,
      response: { 200: PageOf('ListeWebhooks', WebhookAnswer), ...problems(400) },
    },
    handler: ({ query }) => listWebhooks(db, query),
  })

  app.post(PATH, {
    config: { ...config, errors: ['trop-de-webhooks', 'adresse-refusee', 'valeur-inconnue'] },
    schema: {
      operationId: 'makeWebhook',
      summary: 'Create a webhook',
      description:
        'Sends the chosen events to an address from now on. The secret that signs them is shown only in this answer.',
      body: NewWebhook,
      response: { 201: CreatedWebhook, ...problems(400, 409, 422) },
    },
    handler: async ({ body }, reply) =>
      reply
        .code(201)
        .header('cache-control', 'no-store')
        .send(await createWebhook(accounts, body)),
  })

  app.get(`${PATH}/:id`, {
    config: { ...config, errors: ['webhook-inconnu'] },
    schema: {
      operationId: 'readWebhook',
      summary: 'Read a webhook',
      description: 'Answers with the webhook and the state of its deliveries.',
      params: IdRef,
      response: { 200: WebhookAnswer, ...problems(400, 404) },
    },
    handler: async ({ params: { id } }) => {
      const found = await findWebhook(db, id)
      if (!found) throw unknownWebhook(id)
      return found
    },
  })

  app.patch(`${PATH}/:id`, {
    config: {
      ...config,
      errors: ['webhook-inconnu', 'modifie-entre-temps', 'adresse-refusee', 'valeur-inconnue'],
    },
    schema: {
      operationId: 'changeWebhook',
      summary: 'Change a webhook',
      description: 'Changes the given fields. `actif` pauses and resumes the webhook.',
      params: IdRef,
      headers: ifMatch('updatedAt'),
      body: WebhookChanges,
      response: { 200: WebhookAnswer, ...problems(400, 404, 412, 422) },
    },
    handler: ({ params: { id }, body, headers }) =>
      changeWebhook(accounts, id, body, parseIfMatch({ headers })),
  })

  app.delete(`${PATH}/:id`, {
    config: { ...config, errors: ['webhook-inconnu'] },
    schema: {
      operationId: 'deleteWebhook',
      summary: 'Delete a webhook',
      description: 'Deletes the webhook and its log of deliveries.',
      params: IdRef,
      response: { 204: Type.Null(), ...problems(400, 404) },
    },
    handler: async ({ params: { id } }, reply) => {
      await removeWebhook(accounts, id)
      return reply.code(204).send(null)
    },
  })

  app.post(`${PATH}/:id/secrets`, {
    config: { ...config, errors: ['webhook-inconnu'] },
    schema: {
      operationId: 'rotateWebhookSecret',
      summary: 'Rotate the secret of a webhook',
      description:
        'Signs with a new secret, shown only in this answer. The previous one signs as well for a day.',
      params: IdRef,
      response: { 201: NewSecret, ...problems(400, 404) },
    },
    handler: async ({ params: { id } }, reply) =>
      reply
        .code(201)
        .header('cache-control', 'no-store')
        .send(await rotateSecret(accounts, id)),
  })
}
