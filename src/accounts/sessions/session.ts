import type { FastifyRequest } from 'fastify'
import type { Database } from '../../platform/database/database.ts'
import type { Accounts } from '../context.ts'
import { fingerprint } from '../credentials/tokens.ts'
import { synchronise } from '../loyalty/synchronise.ts'
import { invalidSession } from '../messages.ts'
import type { Profile } from '../schemas.ts'
import { aliasesOf, deleteToken, findByClientId, findById, findByToken } from '../store/accounts.ts'
import { type Account, isProven } from '../tables.ts'

/** The hash of a bearer token that we signed and whose time has not passed; 401 for any other. */
async function genuineToken({ tokens }: Accounts, request: FastifyRequest): Promise<Buffer> {
  const { token } = request.caller
  if (!token || !(await tokens.isOurs(token))) throw invalidSession()
  return fingerprint(token)
}

/** The account that the request's bearer token was given to; 401 without one that is valid and still in the store. */
export async function signedInAccount(accounts: Accounts, request: FastifyRequest): Promise<Account> {
  const hash = await genuineToken(accounts, request)
  const account = await findByToken(accounts.db, hash, accounts.clock.now())
  if (!account) throw invalidSession()
  return account
}

/** Ends the session: its token is worth nothing from now on. */
export async function logout(accounts: Accounts, request: FastifyRequest): Promise<void> {
  const hash = await genuineToken(accounts, request)
  const deleted = await accounts.db.transaction(tx => deleteToken(tx, hash, accounts.clock.now()))
  if (!deleted) throw invalidSession()
}

/** An account as other areas see it: all identifiers that its orders may carry, the current one first. */
export async function summaryOf(accounts: Accounts, account: Account) {
  const { id, email, clientId } = account
  const clientIds = [clientId, ...(await aliasesOf(accounts.db, id))]
  return { userId: id, email, clientId, clientIds, courrielProuve: isProven(accounts, account) }
}

/** An account by its id, or by a client identifier that it has or had. */
export const accountNamed = ({ db }: { db: Database }, ref: string) =>
  /^\d{1,15}$/.test(ref) ? findById(db, Number(ref)) : findByClientId(db, ref)

/**
 * The same. One that loyalty does not know yet is made known to
 * it first, so that the caller gets an identifier that loyalty answers to, if loyalty can be reached.
 */
export async function findAccount(accounts: Accounts, ref: string): Promise<Account | undefined> {
  const account = await accountNamed(accounts, ref)
  return account?.clientIdLocal && isProven(accounts, account) ? synchronise(accounts, account) : account
}

/** An account as its customer sees it. */
export const profileOf = (accounts: Accounts, account: Account): Profile => ({
  ...account,
  courrielProuve: isProven(accounts, account),
})
