import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Problem, problems } from '../platform/http/problem.ts'
import type { Accounts } from './context.ts'
import { findAgent as operation, readAccount, readLoyaltyIdentifier, readSession } from './contract.ts'
import { findAgent } from './keys/find-agent.ts'
import { inFrench } from './messages.ts'
import { setPassword } from './passwords/set-password.ts'
import { loyaltyIdentifierOf } from './profile/synchronise.ts'
import { register } from './registering/register.ts'
import { Credentials, Farewell, FirstPassword, Registration, SignedIn } from './schemas.ts'
import { accountNamed, findAccount, logout, signedInAccount, summaryOf } from './sessions/session.ts'
import { login } from './signing-in/login.ts'

export const accountRoutes =
  (accounts: Accounts): FastifyPluginAsyncTypebox =>
  async app => {
    app.post(
      '/api/auth/register',
      {
        config: { access: 'open' },
        schemaErrorFormatter: inFrench,
        schema: {
          operationId: 'register',
          summary: 'Open an account and sign in',
          body: Registration,
          response: { 201: SignedIn, ...problems(400, 409) },
        },
      },
      async (request, reply) => reply.code(201).send(await register(accounts, request.body)),
    )

    app.post(
      '/api/auth/login',
      {
        config: { access: 'open' },
        schemaErrorFormatter: inFrench,
        schema: {
          operationId: 'login',
          summary: 'Sign in; after ten failures within 15 minutes an e-mail and address have to wait',
          body: Credentials,
          response: { 200: SignedIn, ...problems(400, 401, 429) },
        },
      },
      request => login(accounts, request.body, request.ip),
    )

    app.post(
      '/api/auth/set-password',
      {
        config: { access: 'staff', rights: ['support'] },
        schemaErrorFormatter: inFrench,
        schema: {
          operationId: 'setPassword',
          summary: 'Give a loyalty customer whose account is not proven a password, and sign them in',
          body: FirstPassword,
          response: {
            200: SignedIn,
            ...problems(400, 401, 409, 503),
          },
        },
      },
      request => setPassword(accounts, request.body),
    )

    app.post(
      '/api/auth/logout',
      {
        config: { access: 'customer' },
        schema: {
          operationId: 'logout',
          summary: 'Sign out: the token is not valid any more',
          response: { 200: Farewell, ...problems(401) },
        },
      },
      async request => {
        await logout(accounts, request)
        return { message: 'Vous êtes déconnecté' }
      },
    )

    app.route({
      ...readSession,
      handler: async request => summaryOf(accounts, await signedInAccount(accounts, request)),
    })

    app.route({
      ...operation,
      handler: async ({ params: { nature, empreinte } }) => {
        const agent = await findAgent(accounts, nature, empreinte)
        if (!agent) throw new Problem(404, 'No such key or session')
        return agent
      },
    })

    app.route({
      ...readAccount,
      handler: async ({ params: { ref } }) => {
        const account = await findAccount(accounts, ref)
        if (!account) throw new Problem(404, `Account ${ref} not found`)
        return summaryOf(accounts, account)
      },
    })

    app.route({
      ...readLoyaltyIdentifier,
      handler: async ({ params: { ref } }) => {
        const account = await accountNamed(accounts, ref)
        if (!account) throw new Problem(404, `Account ${ref} not found`)
        return { clientId: await loyaltyIdentifierOf(accounts, account) }
      },
    })
  }
