import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type from 'typebox'
import type { Platform } from '../../platform/area.ts'
import { today } from '../../platform/clock.ts'
import { violatedConstraint } from '../../platform/database/faults.ts'
import { paginationOf } from '../../platform/http/pages.ts'
import { Problem, problems } from '../../platform/problem.ts'
import * as operations from '../contract.ts'
import { ClientRef } from '../schemas.ts'
import { createClient } from './create-client.ts'
import { findClient, findClients, unknownClient } from './find-client.ts'
import { changeClient, countClients, deleteClient, searchClients } from './store.ts'
import { parseClient } from './validate.ts'

export const loyaltyRoutes: FastifyPluginAsyncTypebox<Platform<never>> = async (app, { db, clock }) => {
  app.route({
    ...operations.createClient,
    // The handler validates the body instead, because it reports the French messages of all errors at once.
    validatorCompiler: () => () => true,
    handler: async (request, reply) =>
      reply.code(201).send(await createClient(db, clock, parseClient(request.body, today(clock)))),
  })

  app.route({
    ...operations.searchClients,
    handler: async ({ query }) => {
      const [data, total] = await Promise.all([searchClients(db, query), countClients(db, query)])
      return { data, pagination: paginationOf(total, query) }
    },
  })

  for (const operation of [operations.getClient, operations.getClientPrivately])
    app.route({
      ...operation,
      handler: ({ params: { id } }) => findClient(db, id),
    })

  app.route({ ...operations.findClients, handler: ({ query: { refs } }) => findClients(db, refs) })

  app.route({
    ...operations.changeClient,
    handler: async ({ params: { id }, body }) => {
      const client = await findClient(db, id)
      if (body.anniversaire != null && body.anniversaire > today(clock))
        throw new Problem(400, 'requete-invalide', 'body/anniversaire must not be in the future')
      const changing = db.transaction(tx => changeClient(tx, client.id, body, clock.now()))
      const changed = await changing.catch(error => {
        if (!violatedConstraint(error)) throw error
        throw new Problem(409, 'email-pris', 'Un client a déjà cette adresse e-mail')
      })
      if (!changed) throw unknownClient(id)
      return changed
    },
  })

  app.delete('/api/v1/privee/clients/:id', {
    config: { access: 'internal', rights: ['support'], errors: ['client-inconnu'] },
    schema: {
      operationId: 'deleteClient',
      summary: 'Delete a loyalty customer',
      description:
        'Marks the customer with this id or `CLI_` identifier as deleted. An import of the e-mail address reactivates the customer.',
      params: ClientRef,
      response: { 204: Type.Null(), ...problems(404) },
    },
    handler: async ({ params: { id } }, reply) => {
      const client = await findClient(db, id)
      if (!(await db.transaction(tx => deleteClient(tx, client.id, clock.now())))) throw unknownClient(id)
      return reply.code(204).send(null)
    },
  })
}
