import { randomBytes } from 'node:crypto'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type from 'typebox'
import { hashSecret } from '../../platform/http/agent.ts'
import { PageOf } from '../../platform/http/pages.ts'
import { parseMoment } from '../../platform/moment.ts'
import { Problem, problems } from '../../platform/problem.ts'
import type { Accounts } from '../context.ts'
import { IdRef, PageQuery } from '../schemas.ts'
import { CreatedKey, Key, NewKey } from './schemas.ts'
import { insertKey, listKeys, revokeKey } from './store.ts'

/** Creates a key of 256 random bits and stores only its hash. Throws 422 if `expireLe` has passed. */
async function createKey({ db, clock }: Accounts, { nom, droits, magasins = null, expireLe }: NewKey) {
  const now = clock.now()
  const end = expireLe ? parseMoment(expireLe, 'body/expireLe', true) : null
  if (end && end <= now)
    throw new Problem(422, 'valeur-refusee', `expireLe ${end.toISOString()} is in the past`)
  const cle = `cle_${randomBytes(32).toString('base64url')}`
  const made = await db.transaction(tx =>
    insertKey(tx, { nom, droits, magasins, empreinte: hashSecret(cle), expireLe: end, now }),
  )
  return { ...made, cle }
}

const config = { access: 'internal', rights: ['admin'] } as const

/** Routes for API keys, which exist in addition to those of the settings. */
export const keyRoutes: FastifyPluginAsyncTypebox<Accounts> = async (app, accounts) => {
  const { db, clock } = accounts

  app.get('/api/v1/privee/cles', {
    config,
    schema: {
      operationId: 'listKeys',
      summary: 'List API keys',
      description: 'Lists the keys in the order of their creation, without their secrets.',
      querystring: PageQuery,
      response: { 200: PageOf('ListeCles', Key), ...problems(400) },
    },
    handler: ({ query }) => listKeys(db, query),
  })

  app.post('/api/v1/privee/cles', {
    config: { ...config, errors: ['valeur-refusee'] },
    schema: {
      operationId: 'makeKey',
      summary: 'Create an API key',
      description: 'Creates a key with the given rights. The key is shown only in this answer.',
      body: NewKey,
      response: { 201: CreatedKey, ...problems(400, 422) },
    },
    handler: async ({ body }, reply) =>
      reply
        .code(201)
        .header('cache-control', 'no-store')
        .send(await createKey(accounts, body)),
  })

  app.delete('/api/v1/privee/cles/:id', {
    config: { ...config, errors: ['cle-inconnue'] },
    schema: {
      operationId: 'revokeKey',
      summary: 'Revoke an API key',
      description: 'All areas reject the key within five seconds.',
      params: IdRef,
      response: { 204: Type.Null(), ...problems(400, 404) },
    },
    handler: async ({ params: { id } }, reply) => {
      if (!(await db.transaction(tx => revokeKey(tx, id, clock.now()))))
        throw new Problem(404, 'cle-inconnue', `No valid key has the id ${id}`)
      return reply.code(204).send(null)
    },
  })
}
