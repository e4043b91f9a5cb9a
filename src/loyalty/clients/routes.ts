import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type from 'typebox'
import type { Platform } from '../../platform/area.ts'
import { today } from '../../platform/clock.ts'
import { paginationOf } from '../../platform/http/pages.ts'
import { Problem, ProblemBody } from '../../platform/http/problem.ts'
import {
  Client,
  ClientList,
  ClientRef,
  ClientSearch,
  CreatedClient,
  Found,
  ManyRefs,
  NewClient,
  ValidationProblem,
} from '../schemas.ts'
import { createClient } from './create-client.ts'
import { findClient, findClients } from './find-client.ts'
import { deleteClient } from './store/clients.ts'
import { countClients, searchClients } from './store/search.ts'
import { validClient } from './validate.ts'

export const loyaltyRoutes =
  ({ db, clock }: Platform<never>): FastifyPluginAsyncTypebox =>
  async app => {
    app.post(
      '/api/publique/clients',
      {
        config: { access: 'staff' },
        // The rules have French messages of their own, all told at once: validClient checks them.
        validatorCompiler: () => () => true,
        schema: {
          operationId: 'createClient',
          summary: 'Create a loyalty customer',
          body: NewClient,
          response: { 201: CreatedClient, 400: ValidationProblem, 409: ProblemBody },
        },
      },
      async (request, reply) =>
        reply.code(201).send(await createClient(db, clock, validClient(request.body, today(clock)))),
    )

    app.get(
      '/api/publique/clients',
      {
        config: { access: 'staff' },
        schema: {
          operationId: 'searchClients',
          summary: 'List active loyalty customers, by name or e-mail',
          querystring: ClientSearch,
          response: { 200: ClientList, 400: ProblemBody },
        },
      },
      async ({ query }) => {
        const [data, total] = await Promise.all([searchClients(db, query), countClients(db, query)])
        return { data, pagination: paginationOf(total, query) }
      },
    )

    for (const [path, access, operationId] of [
      ['/api/publique/clients/:id', 'staff', 'getClient'],
      ['/api/privee/clients/:id', 'internal', 'getClientPrivately'],
    ] as const) {
      app.get(
        path,
        {
          config: { access },
          schema: {
            operationId,
            summary: 'Read a loyalty customer by id or CLI_ identifier',
            params: ClientRef,
            response: { 200: Client, 404: ProblemBody },
          },
        },
        async ({ params: { id } }) => {
          const client = await findClient(db, id)
          if (!client) throw new Problem(404, `Client with id ${id} not found`)
          return client
        },
      )
    }

    app.get(
      '/api/v1/privee/clients',
      {
        config: { access: 'internal' },
        schema: {
          operationId: 'findClients',
          summary: 'The identifiers of many loyalty customers at once; those that are not there are left out',
          querystring: ManyRefs,
          response: { 200: Found, 400: ProblemBody },
        },
      },
      ({ query: { refs } }) => findClients(db, refs),
    )

    app.delete(
      '/api/v1/privee/clients/:id',
      {
        config: { access: 'internal' },
        schema: {
          operationId: 'deleteClient',
          summary: 'Delete a loyalty customer by id or CLI_ identifier, softly',
          params: ClientRef,
          response: { 204: Type.Null(), 404: ProblemBody },
        },
      },
      async ({ params: { id } }, reply) => {
        const client = await findClient(db, id)
        const deleted = client && (await db.transaction(tx => deleteClient(tx, client.id, clock.now())))
        if (!deleted) throw new Problem(404, `Client with id ${id} not found`)
        return reply.code(204).send(null)
      },
    )
  }
