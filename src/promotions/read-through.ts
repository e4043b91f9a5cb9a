import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import Type, { type Static } from 'typebox'
import { Nullable, Timestamp } from '../platform/http/pages.ts'
import { ProblemBody } from '../platform/http/problem.ts'
import type { Peer } from '../platform/peers.ts'
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
type ClientData = Static<typeof ClientData>

/** Here a birthday is a moment: midnight, UTC. */
const clientData = (client: ClientData): ClientData => ({
  ...client,
  anniversaire: client.anniversaire && `${client.anniversaire}T00:00:00.000Z`,
})

const PAGE = 100

type ClientPage = { data: ClientData[]; pagination: { totalPages: number } }

/** Customers and products read through the promotion service. On the bare host the owners themselves answer. */
export const readThroughRoutes =
  ({ peers }: PromotionsPlatform): FastifyPluginAsyncTypebox =>
  async app => {
    const staff = { access: 'staff', bare: false } as const
    const open = { access: 'open', bare: false } as const
    const problems = { 400: ProblemBody, 404: ProblemBody, 503: ProblemBody }
    const Ref = Type.Object({ id: Type.String({ minLength: 1, maxLength: 50 }) })

    app.get(
      '/api/publique/clients',
      {
        config: staff,
        schema: {
          operationId: 'readClientsThroughPromotions',
          summary: 'List the active loyalty customers: all of them, or a page when page or limit is given',
          response: { 200: Type.Array(ClientData), ...problems },
        },
      },
      async (request, reply) => {
        const query = new URLSearchParams(queryOf(request))
        const whole = !query.has('page') && !query.has('limit')
        const clients: ClientData[] = []
        for (let page = 1, last = 1; page <= last; page++) {
          if (whole)
            for (const [name, value] of [
              ['page', page],
              ['limit', PAGE],
            ] as const)
              query.set(name, `${value}`)
          const { status, body } = await handOn<ClientPage>(
            peers.loyalty,
            request,
            `/api/publique/clients?${query}`,
          )
          if (status !== 200) return reply.code(status as 400).send(body as never)
          clients.push(...body.data.map(clientData))
          if (whole) last = body.pagination.totalPages
        }
        return clients
      },
    )

    app.get(
      '/api/publique/clients/:id',
      {
        config: staff,
        schema: {
          operationId: 'readClientThroughPromotions',
          summary: 'Read a loyalty customer',
          params: Ref,
          response: { 200: ClientData, ...problems },
        },
      },
      async (request, reply) => {
        const path = `/api/publique/clients/${encodeURIComponent(request.params.id)}`
        const { status, body } = await handOn<ClientData>(peers.loyalty, request, path)
        return status === 200 ? clientData(body) : reply.code(status as 404).send(body as never)
      },
    )

    const products = async (request: FastifyRequest, reply: FastifyReply, path: string) => {
      const query = queryOf(request)
      const { status, body } = await handOn(peers.reference, request, query ? `${path}?${query}` : path)
      return reply.code(status).send(body)
    }

    app.get(
      '/api/publique/produits',
      {
        config: open,
        schema: {
          operationId: 'readProductsThroughPromotions',
          summary: 'List products, with the parameters and the answer of the reference service',
          response: { 200: Type.Unknown(), ...problems },
        },
      },
      (request, reply) => products(request, reply as never, '/api/publique/produits'),
    )

    app.get(
      '/api/publique/produits/:id',
      {
        config: open,
        schema: {
          operationId: 'readProductThroughPromotions',
          summary: 'Read a product, as the reference service answers it',
          params: Ref,
          response: { 200: Type.Unknown(), ...problems },
        },
      },
      (request, reply) =>
        products(request, reply as never, `/api/publique/produits/${encodeURIComponent(request.params.id)}`),
    )
  }

const queryOf = (request: FastifyRequest) => request.url.split('?')[1] ?? ''

/** Hands a read on, with the platform's key only for a caller who has shown one. */
const handOn = <Body>(peer: Peer, { hasKey }: FastifyRequest, path: string) =>
  peer.call<Body>('GET', path, { withoutKey: !hasKey })
