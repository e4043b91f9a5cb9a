import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type from 'typebox'
import { renameClient } from '../loyalty/contract.ts'
import { problems } from '../platform/problem.ts'
import type { Accounts } from './context.ts'
import { synchronise } from './loyalty/synchronise.ts'
import { formatFrenchError } from './messages.ts'
import { Profile, ProfileChange } from './schemas.ts'
import { getSignedInAccount, profileOf } from './sessions/session.ts'
import { deleteTokensOf, updateProfile } from './store/accounts.ts'
import type { Account } from './tables.ts'

/**
 * Changes the given fields. Names are changed at loyalty first, because the next synchronization copies them from there;
 * this throws 503 while loyalty is unavailable. Telephone and address are not synchronized, so only the account's are
 * changed.
 */
async function changeProfile(
  { db, clock, peers }: Accounts,
  account: Account,
  change: ProfileChange,
): Promise<Account> {
  const { prenom, nom } = change
  const names = { ...(prenom !== undefined && { prenom }), ...(nom !== undefined && { nom }) }
  if (Object.keys(names).length > 0)
    await peers.ask(renameClient, { params: { id: account.clientId }, body: names, expect: [404] })
  return (await db.transaction(tx => updateProfile(tx, account.id, change, clock.now()))) ?? account
}

/** Routes by which customers read and change their own account and end all its sessions. */
export const profileRoutes: FastifyPluginAsyncTypebox<Accounts> = async (app, accounts) => {
  const config = { access: 'customer' } as const

  app.get('/api/auth/me', {
    config,
    schema: {
      operationId: 'readProfile',
      summary: 'Read the own profile',
      description:
        'Answers with the account of the bearer token. Points, level and name are first synchronised with loyalty.',
      response: { 200: Profile, ...problems(401) },
    },
    handler: async request =>
      profileOf(accounts, await synchronise(accounts, await getSignedInAccount(accounts, request))),
  })

  app.patch('/api/v1/publique/profil', {
    config,
    schemaErrorFormatter: formatFrenchError,
    schema: {
      operationId: 'changeProfile',
      summary: 'Change the own profile',
      description: 'Changes the given fields among names, telephone and address.',
      body: ProfileChange,
      response: { 200: Profile, ...problems(400, 401, 503) },
    },
    handler: async request =>
      profileOf(
        accounts,
        await changeProfile(accounts, await getSignedInAccount(accounts, request), request.body),
      ),
  })

  app.delete('/api/v1/publique/sessions', {
    config,
    schema: {
      operationId: 'endSessions',
      summary: 'Sign out everywhere',
      description: 'Ends all sessions of the account; none of its tokens is valid afterwards.',
      response: { 204: Type.Null(), ...problems(401) },
    },
    handler: async (request, reply) => {
      const { id } = await getSignedInAccount(accounts, request)
      await accounts.db.transaction(tx => deleteTokensOf(tx, id))
      return reply.code(204).send(null)
    },
  })
}
