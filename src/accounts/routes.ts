import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type from 'typebox'
import { languageOf } from '../platform/http/accept.ts'
import { addressOf } from '../platform/http/caller.ts'
import { LANGUAGES } from '../platform/http/pages.ts'
import { Problem, problems } from '../platform/problem.ts'
import type { Accounts } from './context.ts'
import { findAgent, readAccount, readLoyaltyIdentifier, readSession } from './contract.ts'
import { findValidKey, recordUse } from './keys/store.ts'
import { resolveLoyaltyIdentifier } from './loyalty/synchronise.ts'
import { formatFrenchError, TOO_MANY_CALLS } from './messages.ts'
import { register } from './registering/register.ts'
import { setPassword } from './registering/set-password.ts'
import {
  AccountSummary,
  Credentials,
  FirstPassword,
  MessageAnswer,
  Registration,
  SignedIn,
} from './schemas.ts'
import { login } from './sessions/login.ts'
import {
  findAccount,
  findRegisteredAccount,
  getSignedInAccount,
  logout,
  readAccountSummary,
} from './sessions/session.ts'
import { loginLimitOf } from './sign-in-limits/login-limits.ts'
import { findMemberBySession } from './staff/store.ts'
import { findByEmail } from './store/accounts.ts'

export const accountRoutes: FastifyPluginAsyncTypebox<Accounts> = async (app, accounts) => {
  const { clock, db } = accounts
  const { registrationsAMinute } = accounts.settings
  const registrations = { name: 'inscriptions', most: registrationsAMinute, refusal: TOO_MANY_CALLS }

  app.post('/api/auth/register', {
    config: { access: 'open', limit: registrations, errors: ['email-pris'] },
    schemaErrorFormatter: formatFrenchError,
    schema: {
      operationId: 'register',
      summary: 'Create an account and sign in',
      description:
        'Creates the account and links it to its loyalty customer, which is created if there is none. Answers with a bearer token; an e-mail address that is taken answers 409.',
      body: Registration,
      response: { 201: SignedIn, ...problems(400, 409) },
    },
    handler: async (request, reply) => {
      const langue = languageOf(request.headers['accept-language'], LANGUAGES)
      const opened = await register(accounts, request.body, { address: addressOf(request), langue })
      return reply.code(201).send(opened)
    },
  })

  app.post('/api/auth/login', {
    config: {
      access: 'open',
      limit: loginLimitOf(accounts),
      errors: ['identifiants-incorrects', 'trop-d-essais'],
    },
    schemaErrorFormatter: formatFrenchError,
    schema: {
      operationId: 'login',
      summary: 'Sign in',
      description:
        'Answers with the bearer token of the account. After ten failures within 15 minutes, further attempts with the same e-mail address and network address answer 429.',
      body: Credentials,
      response: { 200: SignedIn, ...problems(400, 401, 429) },
    },
    handler: request => login(accounts, request.body, addressOf(request)),
  })

  app.post('/api/auth/set-password', {
    config: {
      access: 'staff',
      rights: ['support'],
      errors: ['identifiants-incorrects', 'mot-de-passe-existant'],
    },
    schemaErrorFormatter: formatFrenchError,
    schema: {
      operationId: 'setPassword',
      summary: 'Set the first password of a loyalty customer',
      description:
        'Creates the account, or hands over one that somebody else opened with the address and never confirmed, and signs the customer in. The e-mail address and `clientId` must belong to one customer (401); a confirmed account answers 409.',
      body: FirstPassword,
      response: { 200: SignedIn, ...problems(400, 401, 409, 503) },
    },
    handler: request => setPassword(accounts, request.body),
  })

  app.post('/api/auth/logout', {
    config: { access: 'customer' },
    schema: {
      operationId: 'logout',
      summary: 'Sign out',
      description: 'Ends the session of the bearer token, which is invalid from then on.',
      response: { 200: MessageAnswer, ...problems(401) },
    },
    handler: async request => {
      await logout(accounts, request)
      return { message: 'Vous êtes déconnecté' }
    },
  })

  app.route({
    ...readSession,
    handler: async request => readAccountSummary(accounts, await getSignedInAccount(accounts, request)),
  })

  app.route({
    ...findAgent,
    handler: async ({ params: { nature, empreinte } }) => {
      const now = clock.now()
      const find = nature === 'cle' ? findValidKey : findMemberBySession
      const agent = await find(db, empreinte, now)
      if (!agent) throw new Problem(404, 'cle-inconnue', 'No such key or session')
      if (nature === 'cle') await db.transaction(tx => recordUse(tx, agent.id, now), { durable: false })
      return agent
    },
  })

  app.route({
    ...readAccount,
    handler: async ({ params: { ref } }) =>
      readAccountSummary(accounts, await findRegisteredAccount(accounts, ref)),
  })

  // Support knows an account without a loyalty customer, such as one opened while loyalty was unavailable, only by its
  // e-mail.
  app.get('/api/v1/privee/comptes', {
    config: { access: 'internal', rights: ['support'] },
    schema: {
      operationId: 'findAccounts',
      summary: 'Find an account by e-mail address',
      description: 'Answers with the account, or with an empty list.',
      querystring: Type.Object({
        email: Type.String({ keepEmpty: true, maxLength: 255, description: 'Complete e-mail address' }),
      }),
      response: { 200: Type.Array(AccountSummary), ...problems(400) },
    },
    handler: async ({ query: { email } }) => {
      const account = await findByEmail(db, email)
      return account ? [await readAccountSummary(accounts, account)] : []
    },
  })

  app.route({
    ...readLoyaltyIdentifier,
    handler: async ({ params: { ref } }) => ({
      clientId: await resolveLoyaltyIdentifier(accounts, await findAccount(accounts, ref)),
    }),
  })
}
