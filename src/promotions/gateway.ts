import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import Type, { type Static } from 'typebox'
import { type Client, getClient, searchClients } from '../loyalty/contract.ts'
import { addressOf } from '../platform/http/caller.ts'
import { JSON_TYPE, sendWholeList } from '../platform/http/lists.ts'
import { Nullable, Timestamp } from '../platform/http/pages.ts'
import type { StreamedResponse } from '../platform/peers/request.ts'
import { problems } from '../platform/problem.ts'
import { createSerializer } from '../platform/schemas.ts'
import { getProduct, listProducts } from '../reference/contract.ts'
import type { PromotionsPlatform } from './peers.ts'

const ClientData = Type.Object({
  id: Type.Integer(),
  idClient: Type.String(),
  civilite: Nullable(Type.String()),
  nom: Type.String(),
  prenom: Type.String(),
  anniversaire: Nullable(Timestamp),
  adresseMail: Type.String(),
  telephone: Nullable(Type.String()),
  niveauFidelisation: Type.String(),
  pointsFidelite: Type.Integer(),
  dateDebutFidelisation: Nullable(Type.String()),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  deletedAt: Nullable(Timestamp),
})
const writeClient = createSerializer(ClientData)

/** This interface represents a birthday as a timestamp: midnight UTC. */
const clientData = (client: Client): Static<typeof ClientData> => ({
  ...client,
  anniversaire: client.anniversaire && `${client.anniversaire}T00:00:00.000Z`,
})

/** The maximum page size of loyalty. */
const PAGE = 100

const clients = { access: 'staff', rights: ['till', 'support'], bare: false } as const
const products = { access: 'open', takes: ['key'], bare: false } as const
const refusals = problems(400, 404, 503)
const response = { 200: Type.Unknown(), ...problems(400, 401, 404, 503) }
const params = Type.Object({ id: Type.String({ minLength: 1, maxLength: 50 }) })

/**
 * Serves customers and products through the promotion service; products are streamed from reference. On the bare host,
 * loyalty and reference serve these paths themselves.
 */
export const gatewayRoutes: FastifyPluginAsyncTypebox<PromotionsPlatform> = async (app, { peers }) => {
  app.get('/api/publique/clients', {
    config: { ...clients, errors: ['champ-inconnu'] },
    schema: {
      operationId: 'readClientsThroughPromotions',
      summary: 'List loyalty customers for promotions',
      description:
        'Answers with a page of the active customers if `page` or `limit` is given, otherwise with all.',
      querystring: searchClients.schema.querystring,
      response: { 200: Type.Array(ClientData), ...refusals },
    },
    handler: async (request, reply) => {
      const query = new URLSearchParams(request.url.split('?')[1])
      const isWholeList = !query.get('page') && !query.get('limit')
      if (isWholeList) query.set('limit', String(PAGE))
      const { status, body } = await peers.ask(searchClients, { query, expect: [400] })
      if (status !== 200) return reply.code(status).send(body)
      if (!isWholeList) return body.data.map(clientData)

      return sendWholeList(reply, remaining(peers, query, body), client => writeClient(clientData(client)))
    },
  })

  app.get('/api/publique/clients/:id', {
    config: { ...clients, errors: ['client-inconnu'] },
    schema: {
      operationId: 'readClientThroughPromotions',
      summary: 'Read a loyalty customer',
      params,
      response: { 200: ClientData, ...refusals },
    },
    handler: async (request, reply) => {
      const { id } = request.params
      const { status, body } = await peers.ask(getClient, { params: { id }, expect: [400, 404] })
      return status === 200 ? clientData(body) : reply.code(status).send(body)
    },
  })

  app.get('/api/publique/produits', {
    config: { ...products, errors: ['champ-inconnu', 'valeur-inconnue'] },
    schema: {
      operationId: 'readProductsThroughPromotions',
      summary: 'List products for promotions',
      description: 'Has the parameters and the answer of the reference service.',
      response,
    },
    handler: async (request, reply) => forward(reply, await peers.stream(listProducts, givenBy(request))),
  })

  app.get('/api/publique/produits/:id', {
    config: { ...products, errors: ['valeur-inconnue', 'produit-inconnu'] },
    schema: {
      operationId: 'readProductThroughPromotions',
      summary: 'Read a product, as the reference service answers it',
      params,
      response,
    },
    handler: async (request, reply) =>
      forward(reply, await peers.stream(getProduct, { params: request.params, ...givenBy(request) })),
  })
}

/** Yields the given first page and then the others, each requested only when the response needs more rows. */
async function* remaining(
  peers: PromotionsPlatform['peers'],
  query: URLSearchParams,
  { data, pagination }: { data: Client[]; pagination: { totalPages: number } },
) {
  yield data
  for (let page = 2; page <= pagination.totalPages; page++) {
    query.set('page', String(page))
    yield (await peers.ask(searchClients, { query })).body.data
  }
}

/** Forwards the caller's query and credentials: the platform's own key would reveal more. */
const givenBy = (request: FastifyRequest) => ({
  query: new URLSearchParams(request.url.split('?')[1]),
  headers: { ...request.caller.credentials },
  forwardedFor: addressOf(request),
})

const forward = (reply: FastifyReply, { status, body }: StreamedResponse) =>
  reply.code(status).type(JSON_TYPE).send(body)
