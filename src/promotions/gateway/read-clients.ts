import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type, { type Static } from 'typebox'
import { JSON_TYPE, jsonArray } from '../../platform/http/json-array.ts'
import { Nullable, Timestamp } from '../../platform/http/pages.ts'
import { Problem, ProblemBody } from '../../platform/http/problem.ts'
import type { Answer } from '../../platform/peers.ts'
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
type ClientData = Static<typeof ClientData>

/** Here a birthday is a moment: midnight, UTC. */
const clientData = (client: ClientData): ClientData => ({
  ...client,
  anniversaire: client.anniversaire && `${client.anniversaire}T00:00:00.000Z`,
})

/** The longest page that loyalty gives. */
const PAGE = 100
const PATH = '/api/publique/clients'

type ClientPage = { data: ClientData[]; pagination: { totalPages: number } }

/** Customers read through the promotion service. On the bare host their owner itself answers. */
export const clientRoutes =
  ({ peers }: PromotionsPlatform): FastifyPluginAsyncTypebox =>
  async app => {
    const config = { access: 'staff', bare: false } as const
    const problems = { 400: ProblemBody, 404: ProblemBody, 503: ProblemBody }
    const read = (query: URLSearchParams) => peers.loyalty.call<ClientPage>('GET', `${PATH}?${query}`)

    app.get(
      PATH,
      {
        config,
        schema: {
          operationId: 'readClientsThroughPromotions',
          summary: 'List the active loyalty customers: all of them, or a page when page or limit is given',
          response: { 200: Type.Array(ClientData), ...problems },
        },
      },
      async (request, reply) => {
        const query = new URLSearchParams(request.url.split('?')[1])
        const whole = !query.has('page') && !query.has('limit')
        if (whole) query.set('limit', String(PAGE))
        const { status, body } = await read(query)
        if (status !== 200) return reply.code(status as 400).send(body as never)
        if (!whole) return body.data.map(clientData)

        const json = reply.compileSerializationSchema(ClientData as never)
        const pages = remaining(body, page => read(new URLSearchParams([...query, ['page', String(page)]])))
        const list = await jsonArray(pages, (client: ClientData) => json(clientData(client)))
        return reply.type(JSON_TYPE).send(list as never)
      },
    )

    app.get(
      `${PATH}/:id`,
      {
        config,
        schema: {
          operationId: 'readClientThroughPromotions',
          summary: 'Read a loyalty customer',
          params: Type.Object({ id: Type.String({ minLength: 1, maxLength: 50 }) }),
          response: { 200: ClientData, ...problems },
        },
      },
      async (request, reply) => {
        const { status, body } = await peers.loyalty.call<ClientData>(
          'GET',
          `${PATH}/${encodeURIComponent(request.params.id)}`,
        )
        return status === 200 ? clientData(body) : reply.code(status as 404).send(body as never)
      },
    )
  }

/** A page and those after it, each asked for when the one before has been sent. */
async function* remaining(
  { data, pagination }: ClientPage,
  read: (page: number) => Promise<Answer<ClientPage>>,
) {
  yield data
  for (let page = 2; page <= pagination.totalPages; page++) {
    const { status, body } = await read(page)
    if (status !== 200) throw new Problem(503, `The loyalty area refused a call of ours (${status})`)
    yield body.data
  }
}
