import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type from 'typebox'
import { problems } from '../../platform/problem.ts'
import { listDeliveryMethods } from '../contract.ts'
import {
  DeliveryMethod,
  DeliveryMethodChange,
  MethodRef,
  NewDeliveryMethod,
  PublicDeliveryMethod,
} from '../delivery-schemas.ts'
import type { OrdersPlatform } from '../peers.ts'
import { changeMethod, createMethod, deleteMethod, unknownMethod } from './change-methods.ts'
import { findMethod, listMethods } from './store.ts'

const Params = Type.Object({ code: MethodRef })
const changing = { access: 'internal', rights: ['catalogue'] } as const
const path = listDeliveryMethods.url
/** 300 zones of 300 prefixes exceed the default of 1 MiB. */
const bodyLimit = 2 * 1024 * 1024

export const deliveryRoutes: FastifyPluginAsyncTypebox<OrdersPlatform> = async (app, platform) => {
  const { db } = platform

  app.get('/api/v1/publique/modes-livraison', {
    config: { access: 'open', stores: 'none' },
    schema: {
      operationId: 'listOfferedDeliveryMethods',
      summary: 'List the delivery methods of the shop',
      description:
        'Lists the active methods by code. A basket shows which of them are offered for an address.',
      response: { 200: Type.Array(PublicDeliveryMethod) },
    },
    handler: async () =>
      (await listMethods(db))
        .filter(({ actif }) => actif)
        .map(method => ({
          ...method,
          prixMinCents: Math.min(...method.tarifs.map(({ prixCents }) => prixCents)),
        })),
  })

  app.route({ ...listDeliveryMethods, handler: () => listMethods(db) })

  app.post(path, {
    bodyLimit,
    config: { ...changing, errors: ['code-existant'] },
    schema: {
      operationId: 'createDeliveryMethod',
      summary: 'Create a delivery method',
      description: 'Baskets offer the method at once, unless `actif` is false.',
      body: NewDeliveryMethod,
      response: { 201: DeliveryMethod, ...problems(400, 409, 413) },
    },
    handler: async ({ body }, reply) => reply.code(201).send(await createMethod(platform, body)),
  })

  app.get(`${path}/:code`, {
    config: {
      ...listDeliveryMethods.config,
      rights: ['catalogue', 'support', 'shop', 'till'],
      errors: ['mode-inconnu'],
    },
    schema: {
      operationId: 'getDeliveryMethod',
      summary: 'Read a delivery method',
      params: Params,
      response: { 200: DeliveryMethod, ...problems(400, 404) },
    },
    handler: async ({ params: { code } }) => {
      const method = await findMethod(db, code)
      if (!method) throw unknownMethod(code)
      return method
    },
  })

  app.patch(`${path}/:code`, {
    bodyLimit,
    config: { ...changing, errors: ['mode-inconnu', 'mode-utilise'] },
    schema: {
      operationId: 'changeDeliveryMethod',
      summary: 'Change a delivery method',
      description:
        'Changes the given fields; null clears one. Orders keep the terms at which they were placed. The type cannot change once an order uses the method.',
      params: Params,
      body: DeliveryMethodChange,
      response: { 200: DeliveryMethod, ...problems(400, 404, 409, 413) },
    },
    handler: ({ params, body }) => changeMethod(platform, params.code, body),
  })

  app.delete(`${path}/:code`, {
    config: { ...changing, errors: ['mode-inconnu', 'mode-utilise'] },
    schema: {
      operationId: 'deleteDeliveryMethod',
      summary: 'Delete a delivery method',
      description: 'A method that an order uses cannot be deleted; deactivate it.',
      params: Params,
      response: { 204: Type.Null(), ...problems(400, 404, 409) },
    },
    handler: async ({ params }, reply) => {
      await deleteMethod(platform, params.code)
      return reply.code(204).send(null)
    },
  })
}
