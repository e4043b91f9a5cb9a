import type { FastifyRequest } from 'fastify'
import { Problem } from '../../platform/problem.ts'
import type { Accounts } from '../context.ts'
import { hashToken } from '../credentials/tokens.ts'
import { synchronise } from '../loyalty/synchronise.ts'
import { invalidSession } from '../messages.ts'
import type { Profile } from '../schemas.ts'
import { deleteToken, findByClientId, findById, findByToken, listAliases } from '../store/accounts.ts'
import { type Account, isProven } from '../tables.ts'

/** Returns the hash of a bearer token that has our signature and has not expired. Throws 401 otherwise. */
async function genuineToken({ tokens }: Accounts, request: FastifyRequest): Promise<Buffer> {
  const { token } = request.caller
  if (!token || !(await tokens.isOurs(token))) throw invalidSession()
  return hashToken(token)
}

/** Returns the account of the request's bearer token. Throws 401 unless the token is valid and its session is open. */
export async function getSignedInAccount(accounts: Accounts, request: FastifyRequest): Promise<Account> {
  const hash = await genuineToken(accounts, request)
  const account = await findByToken(accounts.db, hash, accounts.clock.now())
  if (!account) throw invalidSession()
  return account
}

/** Ends the session of the request's bearer token. Throws 401 unless the token is valid and its session is open. */
export async function logout(accounts: Accounts, request: FastifyRequest): Promise<void> {
  const hash = await genuineToken(accounts, request)
  const deleted = await accounts.db.transaction(tx => deleteToken(tx, hash, accounts.clock.now()))
  if (!deleted) throw invalidSession()
}

/**
 * Returns an account as other areas see it. `clientIds` begins with the current client identifier; the former ones
 * follow, because orders may still carry them.
 */
export async function readAccountSummary(accounts: Accounts, account: Account) {
  const { id, email, clientId } = account
  const clientIds = [clientId, ...(await listAliases(accounts.db, id))]
  return { userId: id, email, clientId, clientIds, courrielProuve: isProven(accounts, account) }
}

/** Finds an account by its id, or by a current or former client identifier. Throws 404 for an unknown account. */
export async function findAccount({ db }: Accounts, ref: string): Promise<Account> {
  const account = await (/^\d{1,15}$/.test(ref) ? findById(db, Number(ref)) : findByClientId(db, ref))
  if (!account) throw new Problem(404, 'compte-inconnu', `Account ${ref} not found`)
  return account
}

/**
 * Finds an account like `findAccount`. An account with a proven address but without a loyalty customer is first linked
 * to one, so that the caller gets an identifier that loyalty knows. If loyalty is unavailable or refuses, the account
 * is returned unchanged.
 */
export async function findRegisteredAccount(accounts: Accounts, ref: string): Promise<Account> {
  const account = await findAccount(accounts, ref)
  return account.clientIdLocal && isProven(accounts, account) ? synchronise(accounts, account) : account
}

/** Returns an account as its customer sees it. */
export const profileOf = (accounts: Accounts, account: Account): Profile => ({
  ...account,
  courrielProuve: isProven(accounts, account),
})
