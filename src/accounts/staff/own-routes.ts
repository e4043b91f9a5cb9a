import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type from 'typebox'
import { Problem, problems } from '../../platform/problem.ts'
import type { Accounts } from '../context.ts'
import { hashPassword, verifyPassword } from '../credentials/passwords.ts'
import { wrongCredentials } from '../messages.ts'
import { RIGHTS } from '../rights.ts'
import { CodeProof, CodeRequest, CodeSecret, PasswordChange } from './schemas.ts'
import { getCallingMember, requireMember, sessionHashOf } from './session.ts'
import { checkCode } from './sign-in.ts'
import { changeMember, deleteSessionsOf, requireCode, storeCodeSecret } from './store.ts'

const config = { access: 'staff', rights: RIGHTS, stores: 'none' } as const

/** Routes by which members of staff change their own password and one-time codes. */
export const ownStaffRoutes: FastifyPluginAsyncTypebox<Accounts> = async (app, accounts) => {
  const { db, clock, codes, knownNetworks, staffLimits } = accounts

  /**
   * Applies the limits of sign-ins, so that a stolen session cannot be used to guess the password or a one-time code.
   */
  const withLimits = (member: { email: string }, ip: string, attempt: () => Promise<void>) =>
    staffLimits(
      { name: member.email.toLowerCase(), network: knownNetworks.networkOf(ip), isKnown: true },
      attempt,
    )
  /** An open session does not prove the identity of its user, so the password is required. */
  const checkPassword = (member: { email: string; motDePasse: string }, given: string, ip: string) =>
    withLimits(member, ip, async () => {
      if (!(await verifyPassword(given, member.motDePasse))) throw wrongCredentials()
    })

  app.patch('/api/v1/publique/profil-personnel', {
    config: { ...config, errors: ['identifiants-incorrects', 'trop-d-essais'] },
    onRequest: requireMember,
    schema: {
      operationId: 'changeOwnStaffPassword',
      summary: 'Change the own password',
      description: 'Ends all other sessions of the member of staff.',
      body: PasswordChange,
      response: { 204: Type.Null(), ...problems(400, 429) },
    },
    handler: async (request, reply) => {
      const member = await getCallingMember(accounts, request)
      await checkPassword(member, request.body.motDePasseActuel, request.ip)
      const motDePasse = await hashPassword(request.body.motDePasse)
      await db.transaction(async tx => {
        await changeMember(tx, member.id, { motDePasse }, clock.now())
        await deleteSessionsOf(tx, member.id, sessionHashOf(request))
      })
      return reply.code(204).send(null)
    },
  })

  app.post('/api/v1/publique/codes-personnel', {
    config: { ...config, errors: ['identifiants-incorrects', 'trop-d-essais', 'double-facteur-actif'] },
    onRequest: requireMember,
    schema: {
      operationId: 'requestStaffCodes',
      summary: 'Request one-time codes',
      description:
        'Answers with the secret for an authenticator, shown once. Confirm it with a code to activate it.',
      body: CodeRequest,
      response: { 201: CodeSecret, ...problems(400, 409, 429) },
    },
    handler: async (request, reply) => {
      const member = await getCallingMember(accounts, request)
      await checkPassword(member, request.body.motDePasse, request.ip)
      const { sealed, secret, uri } = codes.make(member)
      if (!(await db.transaction(tx => storeCodeSecret(tx, member.id, sealed, clock.now()))))
        throw new Problem(
          409,
          'double-facteur-actif',
          'One-time codes are already set up; staff with the right admin can remove them',
        )
      reply.header('cache-control', 'no-store')
      return reply.code(201).send({ secret, uri })
    },
  })

  app.patch('/api/v1/publique/codes-personnel', {
    config: { ...config, errors: ['identifiants-incorrects', 'trop-d-essais'] },
    onRequest: requireMember,
    schema: {
      operationId: 'confirmStaffCodes',
      summary: 'Confirm one-time codes',
      description: 'Proves that the authenticator works. Signing in requires a code from then on.',
      body: CodeProof,
      response: { 204: Type.Null(), ...problems(400, 429) },
    },
    handler: async (request, reply) => {
      const member = await getCallingMember(accounts, request)
      const confirm = () =>
        db.transaction(async tx => {
          await checkCode(tx, accounts, member, request.body.code)
          await requireCode(tx, member.id, clock.now())
        })
      await withLimits(member, request.ip, confirm)
      return reply.code(204).send(null)
    },
  })
}
