import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type from 'typebox'
import { problems } from '../../platform/problem.ts'
import type { Accounts } from '../context.ts'
import { invalidSession } from '../messages.ts'
import { RIGHTS } from '../rights.ts'
import { loginLimitOf } from '../sign-in-limits/login-limits.ts'
import { StaffCredentials, StaffSession } from './schemas.ts'
import { createOriginCheck, sessionHashOf, setSessionCookie } from './session.ts'
import { signInStaff } from './sign-in.ts'
import { deleteSession, findMemberBySession } from './store.ts'

const url = '/api/v1/publique/sessions-personnel'
const config = { access: 'open' } as const

const demonstration: StaffSession = {
  nom: 'Démonstration',
  email: null,
  droits: [...RIGHTS],
  magasins: null,
  codeExige: false,
  demonstration: true,
}

/** Routes by which staff sign in and out. */
export const staffSessionRoutes: FastifyPluginAsyncTypebox<Accounts> = async (app, accounts) => {
  const { db, clock, config: settings } = accounts
  const { publicUrl } = settings
  const requireSameOrigin = createOriginCheck(publicUrl)

  app.post(url, {
    config: {
      ...config,
      limit: loginLimitOf(accounts),
      errors: ['code-absent', 'identifiants-incorrects', 'origine-refusee', 'trop-d-essais'],
    },
    onRequest: requireSameOrigin,
    schema: {
      operationId: 'signInStaff',
      summary: 'Sign in a member of staff',
      description: 'The session is the cookie of the answer. It lasts twelve hours.',
      body: StaffCredentials,
      response: { 201: StaffSession, ...problems(400, 401, 403, 429) },
    },
    handler: async (request, reply) => {
      const { member, secret } = await signInStaff(accounts, request, request.body)
      setSessionCookie(request, reply, { secret, publicUrl })
      return reply.code(201).send({ ...member, demonstration: false })
    },
  })

  app.get(url, {
    config: { ...config, errors: ['jeton-invalide'] },
    schema: {
      operationId: 'readStaffSession',
      summary: 'Read the own staff session',
      description: 'Answers with the signed-in member of staff and their rights.',
      response: { 200: StaffSession, ...problems(401) },
    },
    handler: async (request, reply) => {
      reply.header('cache-control', 'no-store')
      if (!accounts.guard.on) return demonstration
      const session = sessionHashOf(request)
      const member = session && (await findMemberBySession(db, session, clock.now()))
      if (!member) throw invalidSession()
      return { ...member, demonstration: false }
    },
  })

  app.delete(url, {
    config: { ...config, errors: ['origine-refusee'] },
    onRequest: requireSameOrigin,
    schema: {
      operationId: 'signOutStaff',
      summary: 'Sign out',
      description: 'Ends the session and deletes its cookie.',
      response: { 204: Type.Null(), ...problems(403) },
    },
    handler: async (request, reply) => {
      const session = sessionHashOf(request)
      if (session) await db.transaction(tx => deleteSession(tx, session))
      setSessionCookie(request, reply, { secret: undefined, publicUrl })
      return reply.code(204).send(null)
    },
  })
}
