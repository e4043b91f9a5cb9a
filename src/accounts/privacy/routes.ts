import { createHash } from 'node:crypto'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import { paginationOf } from '../../platform/http/pages.ts'
import { Problem, problems } from '../../platform/problem.ts'
import type { Accounts } from '../context.ts'
import { PageQuery } from '../schemas.ts'
import { collectAll, identifyPerson, listOrdersOfPerson } from './identify.ts'
import { findErasure, requestErasure } from './request-erasure.ts'
import { CustomerExport, CustomerRef, Erasure, ErasureList } from './schemas.ts'
import { listErasures } from './store.ts'

/**
 * Returns the data of a customer in all areas. Throws 404 for an unknown customer, and 503 while an area is unavailable,
 * because a partial export would look complete.
 */
async function exportCustomer(accounts: Accounts, ref: string): Promise<CustomerExport> {
  const person = await identifyPerson(accounts, ref)
  if (!person) throw new Problem(404, 'client-inconnu', `Client with id ${ref} not found`)
  const { ordreIds: _, ...client } = person
  const orders = await listOrdersOfPerson(accounts, person)
  const answers = await collectAll(accounts, { ...person, ordreIds: orders.map(({ ordreId }) => ordreId) })
  const domaines = Object.fromEntries(answers.map(({ area, donnees }) => [area, donnees]))
  return { client, exporteLe: accounts.clock.now(), domaines }
}

const config = { access: 'internal', rights: ['admin'] } as const
const refusals = problems(400, 401, 404)

/** Routes for exports and erasures of personal data across all areas. */
export const privacyRoutes: FastifyPluginAsyncTypebox<Accounts> = async (app, accounts) => {
  app.get('/api/v1/privee/clients/:id/export', {
    config: { ...config, errors: ['client-inconnu'] },
    schema: {
      operationId: 'exportCustomer',
      summary: "Export a customer's personal data",
      description: 'Collects the data that all areas store about the customer.',
      params: CustomerRef,
      response: { 200: CustomerExport, ...refusals, ...problems(503) },
    },
    handler: async (request, reply) => {
      reply.header('cache-control', 'no-store')
      return exportCustomer(accounts, request.params.id)
    },
  })

  app.post('/api/v1/privee/clients/:id/effacements', {
    config: { ...config, errors: ['client-inconnu', 'effacement-impossible'] },
    schema: {
      operationId: 'eraseCustomer',
      summary: 'Erase a customer',
      description:
        'Erases the customer in every area in the background; amounts and counts remain, under a pseudonym. Answers 201 when the erasure begins, and 200 with the earlier one if there is one.',
      params: CustomerRef,
      response: { 200: Erasure, 201: Erasure, ...refusals, ...problems(409, 503) },
    },
    handler: async (request, reply) => {
      const { erasure, begun } = await requestErasure(accounts, request.params.id, callerName(request))
      return reply.code(begun ? 201 : 200).send(erasure)
    },
  })

  app.get('/api/v1/privee/clients/:id/effacements', {
    config: { ...config, errors: ['effacement-inconnu'] },
    schema: {
      operationId: 'readErasure',
      summary: "Read a customer's erasure",
      description: 'Answers with the progress of the erasure, by any identifier that the customer had.',
      params: CustomerRef,
      response: { 200: Erasure, ...refusals },
    },
    handler: async ({ params: { id } }) => {
      const erasure = await findErasure(accounts, id)
      if (!erasure) throw new Problem(404, 'effacement-inconnu', `No erasure of client ${id} was requested`)
      return erasure
    },
  })

  app.get('/api/v1/privee/effacements', {
    config,
    schema: {
      operationId: 'listErasures',
      summary: 'List the erasures of customers',
      description: 'Lists who requested each erasure, when, and in which areas it is done, newest first.',
      querystring: PageQuery,
      response: { 200: ErasureList, ...problems(400, 401) },
    },
    handler: async ({ query }) => {
      const { data, total } = await listErasures(accounts.db, query)
      return { data, pagination: paginationOf(total, query) }
    },
  })
}

/**
 * Returns the name under which an erasure records its caller: the id of a stored key or a member of staff, the
 * beginning of the hash of a key from the settings, or `sans clé`.
 */
function callerName({ headers, caller: { agent } }: FastifyRequest): string {
  if (agent && agent.id !== null) return agent.kind === 'cle' ? `clé ${agent.id}` : `personnel ${agent.id}`
  const key = headers['x-api-key']
  if (typeof key !== 'string') return 'sans clé'
  return `clé ${createHash('sha256').update(key).digest('hex').slice(0, 12)}`
}
