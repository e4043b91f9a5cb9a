import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type from 'typebox'
import { type ClientChange, changeClient } from '../loyalty/contract.ts'
import { violatedConstraint } from '../platform/database/faults.ts'
import { compact } from '../platform/http/pages.ts'
import { problems } from '../platform/problem.ts'
import type { Accounts } from './context.ts'
import { synchronise } from './loyalty/synchronise.ts'
import { emailTaken, formatFrenchError } from './messages.ts'
import { consumeLinkQuota, writeLinkMail } from './proving/send-links.ts'
import { AccountChange, AccountRef, AccountSummary, Profile, ProfileChange } from './schemas.ts'
import {
  findRegisteredAccount,
  getSignedInAccount,
  profileOf,
  readAccountSummary,
} from './sessions/session.ts'
import { deleteTokensOf, findByEmail, updateProfile } from './store/accounts.ts'
import { deleteLinks } from './store/links.ts'
import type { Account } from './tables.ts'

/**
 * Changes the given fields. `atLoyalty` are changed at loyalty first, because the next synchronization copies the names
 * from there. A new e-mail counts as unproven: it gets a mail with a confirmation link, within the limit of such mails,
 * and earlier links are void. Throws 409 if the e-mail is taken, 503 while loyalty is unavailable.
 */
async function changeAccount(
  accounts: Accounts,
  account: Account,
  change: AccountChange & ProfileChange,
  atLoyalty: ClientChange,
): Promise<Account> {
  const { db, clock, peers } = accounts
  const { email = account.email } = change
  const isMoved = email.toLowerCase() !== account.email.toLowerCase()
  if (isMoved && (await findByEmail(db, email))) throw emailTaken()
  if (Object.keys(atLoyalty).length > 0) {
    const input = { params: { id: account.clientId }, body: atLoyalty, expect: [404, 409] as const }
    if ((await peers.ask(changeClient, input)).status === 409) throw emailTaken()
  }
  const isMailed = isMoved && accounts.asksProof() && (await consumeLinkQuota(accounts, email))
  const changing = db.transaction(async tx => {
    const changed = (await updateProfile(tx, account.id, change, clock.now())) ?? account
    if (isMoved) await deleteLinks(tx, account.id)
    if (isMailed) await writeLinkMail(tx, accounts, changed, 'confirmation')
    return changed
  })
  return changing.catch(error => {
    throw violatedConstraint(error) ? emailTaken() : error
  })
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
      description: 'Changes the given fields among names, telephone, address and saved addresses.',
      body: ProfileChange,
      response: { 200: Profile, ...problems(400, 401, 503) },
    },
    handler: async request => {
      // An unknown field must not change the e-mail, which is part of this schema for staff alone.
      const { prenom, nom, telephone, adresse, adresses } = request.body
      const names = compact({ prenom, nom })
      const change = compact({ ...names, telephone, adresse, adresses })
      const account = await getSignedInAccount(accounts, request)
      // Loyalty's telephone and address, which tills use, may differ.
      return profileOf(accounts, await changeAccount(accounts, account, change, names))
    },
  })

  app.patch('/api/v1/privee/comptes/:ref', {
    config: { access: 'internal', rights: ['support'], errors: ['compte-inconnu', 'email-pris'] },
    schema: {
      operationId: 'changeAccount',
      summary: 'Change an account',
      description:
        'Corrects the given fields of an account and of its loyalty customer. A new e-mail address must be confirmed by the customer.',
      params: AccountRef,
      body: AccountChange,
      response: { 200: AccountSummary, ...problems(400, 404, 409, 503) },
    },
    handler: async ({ params, body }) => {
      const account = await findRegisteredAccount(accounts, params.ref)
      const { email: adresseMail, ...others } = body
      const changed = await changeAccount(accounts, account, body, compact({ ...others, adresseMail }))
      return readAccountSummary(accounts, changed)
    },
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
