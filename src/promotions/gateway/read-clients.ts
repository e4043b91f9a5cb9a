import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type, { type Static } from 'typebox'
import { type Client, getClient, searchClients } from '../../loyalty/contract.ts'
import { sendWholeList } from '../../platform/http/lists.ts'
import { Nullable, Timestamp } from '../../platform/http/pages.ts'
import { problems } from '../../platform/problem.ts'
import { jsonWriter } from '../../platform/schemas.ts'
import type { PromotionsPlatform } from '../peers.ts'

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
const writeClient = jsonWriter(ClientData)

/** Here a birthday is a moment: midnight, UTC. */
const clientData = (client: Client): Static<typeof ClientData> => ({
  ...client,
  anniversaire: client.anniversaire && `${client.anniversaire}T00:00:00.000Z`,
})

/** The longest page that loyalty gives. */
const PAGE = 100

/** Customers read through the promotion service. On the bare host their owner itself answers. */
export const clientRoutes =
  ({ peers }: PromotionsPlatform): FastifyPluginAsyncTypebox =>
  async app => {
    const config = { access: 'staff', rights: ['till', 'support'], bare: false } as const
    const refusals = problems(400, 404, 503)
    app.get(
      '/api/publique/clients',
      {
        config,
        schema: {
          operationId: 'readClientsThroughPromotions',
          summary: 'List the active loyalty customers: all of them, or a page when page or limit is given',
          querystring: searchClients.schema.querystring,
          response: { 200: Type.Array(ClientData), ...refusals },
        },
      },
      async (request, reply) => {
        const query = new URLSearchParams(request.url.split('?')[1])
        const whole = !query.get('page') && !query.get('limit')
        if (whole) query.set('limit', String(PAGE))
        const { status, body } = await peers.ask(searchClients, { query, expect: [400] })
        if (status !== 200) return reply.code(status).send(body)
        if (!whole) return body.data.map(clientData)

        return sendWholeList(reply, remaining(peers, query, body), client => writeClient(clientData(client)))
      },
    )

    app.get(
      '/api/publique/clients/:id',
      {
        config,
        schema: {
          operationId: 'readClientThroughPromotions',
          summary: 'Read a loyalty customer',
          params: Type.Object({ id: Type.String({ minLength: 1, maxLength: 50 }) }),
          response: { 200: ClientData, ...refusals },
        },
      },
      async (request, reply) => {
        const { id } = request.params
        const { status, body } = await peers.ask(getClient, { params: { id }, expect: [400, 404] })
        return status === 200 ? clientData(body) : reply.code(status).send(body)
      },
    )
  }

/** A page and those after it, each asked for when the one before has been sent. */
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
