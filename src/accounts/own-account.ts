import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import Type from 'typebox'
import { addressOf } from '../platform/http/caller.ts'
import { Problem, problems } from '../platform/problem.ts'
import type { Accounts } from './context.ts'
import { hashPassword } from './credentials/passwords.ts'
import { hashToken } from './credentials/tokens.ts'
import { formatFrenchError, unprovenAddress, wrongPassword } from './messages.ts'
import { requestErasure } from './privacy/request-erasure.ts'
import { AccountDeletion, MessageAnswer, PasswordChange } from './schemas.ts'
import { checkPassword } from './sessions/login.ts'
import { getSignedInAccount } from './sessions/session.ts'
import { loginLimitOf } from './sign-in-limits/login-limits.ts'
import { deleteOtherTokens, deleteTokensOf, updatePassword } from './store/accounts.ts'
import { deleteLinks } from './store/links.ts'
import { isProven } from './tables.ts'

/** Routes by which customers change their password and delete their account; both ask for the password. */
export const ownAccountRoutes: FastifyPluginAsyncTypebox<Accounts> = async (app, accounts) => {
  const { db, clock } = accounts
  const config = { access: 'customer', limit: loginLimitOf(accounts) } as const
  const refusals = ['mot-de-passe-incorrect', 'trop-d-essais']

  /** Throws 403 for a wrong password: the session of the caller remains valid. */
  async function getOwnAccount(request: FastifyRequest, motDePasse: string) {
    const account = await getSignedInAccount(accounts, request)
    const { email } = account
    await checkPassword(accounts, { email, motDePasse }, addressOf(request)).catch(error => {
      throw error instanceof Problem && error.statusCode === 401 ? wrongPassword() : error
    })
    return account
  }

  app.post('/api/v1/publique/profil/mot-de-passe', {
    config: { ...config, errors: refusals },
    schemaErrorFormatter: formatFrenchError,
    schema: {
      operationId: 'changePassword',
      summary: 'Change the own password',
      description: 'Ends all other sessions of the account. Wrong passwords count as failed sign-ins.',
      body: PasswordChange,
      response: { 204: Type.Null(), ...problems(400, 401, 403, 429) },
    },
    handler: async (request, reply) => {
      const { id } = await getOwnAccount(request, request.body.motDePasseActuel)
      const changed = await hashPassword(request.body.motDePasse)
      await db.transaction(async tx => {
        await updatePassword(tx, id, changed, clock.now())
        await deleteLinks(tx, id)
        await deleteOtherTokens(tx, id, hashToken(request.caller.token ?? ''))
      })
      return reply.code(204).send(null)
    },
  })

  app.post('/api/v1/publique/profil/suppressions', {
    config: { ...config, errors: [...refusals, 'adresse-non-prouvee', 'effacement-impossible'] },
    schemaErrorFormatter: formatFrenchError,
    schema: {
      operationId: 'deleteOwnAccount',
      summary: 'Delete the own account',
      description:
        'Ends all sessions and erases the customer in every area in the background, as `eraseCustomer` does. Answers 409 while an order, payment or repair is open, or the address is not confirmed.',
      body: AccountDeletion,
      response: { 202: MessageAnswer, ...problems(400, 401, 403, 409, 429, 503) },
    },
    handler: async (request, reply) => {
      const account = await getOwnAccount(request, request.body.motDePasse)
      // The erasure includes what the shop knows by the address, which an unproven account must not reach.
      if (!isProven(accounts, account)) throw unprovenAddress()
      await requestErasure(accounts, account.clientId, 'client')
      await db.transaction(tx => deleteTokensOf(tx, account.id))
      return reply.code(202).send({ message: 'Votre compte est en cours de suppression' })
    },
  })
}
