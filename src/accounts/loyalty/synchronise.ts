import { withTimeout } from '../../platform/concurrency/timeout.ts'
import { violatedConstraint } from '../../platform/database/faults.ts'
import type { Accounts } from '../context.ts'
import { aliasesOf, savePoints, saveStanding } from '../store/accounts.ts'
import { type Account, isProven } from '../tables.ts'
import {
  clientById,
  findOrCreateClient,
  getEarnedPoints,
  type LoyaltyClient,
  type Person,
  registerClient,
  standingOf,
} from './peers.ts'

/** A shop customer is not kept waiting longer for a loyalty service that hangs. A later call finds the result. */
const PATIENCE_MS = 4_000

/** The customer's loyalty record, created if there is none; undefined while loyalty is unavailable or refuses. */
export async function joinLoyalty(
  { peers, log }: Accounts,
  person: Person,
): Promise<LoyaltyClient | undefined> {
  try {
    const client = await withTimeout(PATIENCE_MS, findOrCreateClient(peers, person))
    if (!client) log.warn('Loyalty refused a customer; the account goes on with an identifier of its own')
    return client
  } catch (error) {
    log.warn({ err: error }, 'Loyalty is away; the account goes on without it')
    return undefined
  }
}

/** Creates a loyalty customer under an identifier unless the e-mail has one, and reveals neither. */
export async function registerWithLoyalty({ peers, log }: Accounts, person: Required<Person>): Promise<void> {
  try {
    await withTimeout(PATIENCE_MS, registerClient(peers, person))
  } catch (error) {
    log.warn({ err: error }, 'Loyalty is away; the account goes on without it')
  }
}

async function currentClient({ peers, log }: Accounts, account: Account) {
  try {
    return await withTimeout(PATIENCE_MS, clientById(peers, account.clientId))
  } catch (error) {
    log.warn({ err: error }, 'Loyalty is away; the profile shows the last known values')
    return undefined
  }
}

/**
 * Brings points, level and name up to date with loyalty. An account that loyalty does not know yet is made known to it,
 * under the identifier that it has here unless loyalty has one for the e-mail. Until the address is proven, what loyalty has
 * under it may be somebody else's: the account sees what it has earned itself. Unchanged while loyalty is unavailable.
 */
export async function synchronise(accounts: Accounts, account: Account): Promise<Account> {
  if (!isProven(accounts, account)) return withOwnPoints(accounts, account)
  const { db, clock, log } = accounts
  const client = account.clientIdLocal
    ? await joinLoyalty(accounts, { ...account, idClient: account.clientId })
    : await currentClient(accounts, account)
  if (!client) return account
  try {
    const saved = await db.transaction(tx => saveStanding(tx, account.id, standingOf(client), clock.now()))
    return saved ?? account
  } catch (error) {
    if (!violatedConstraint(error)) throw error
    log.warn(
      { userId: account.id },
      "Loyalty gave an identifier that is another account's; it was left alone",
    )
    return account
  }
}

async function withOwnPoints(accounts: Accounts, account: Account): Promise<Account> {
  const { db, clock, log, peers } = accounts
  try {
    const names = [account.clientId, ...(await aliasesOf(db, account.id)), String(account.id)]
    const earned = await withTimeout(PATIENCE_MS, getEarnedPoints(peers, names))
    return (await db.transaction(tx => savePoints(tx, account.id, earned, clock.now()))) ?? account
  } catch (error) {
    log.warn({ err: error }, 'Loyalty is away; the profile shows the last known values')
    return account
  }
}

/**
 * The loyalty customer for whom it counts what the account buys. For an address that is not proven this is a gift to whoever
 * has it, which the account does not see.
 */
export async function loyaltyIdentifierOf(accounts: Accounts, account: Account): Promise<string> {
  if (!account.clientIdLocal) return account.clientId
  if (isProven(accounts, account)) return (await synchronise(accounts, account)).clientId
  const client = await joinLoyalty(accounts, { ...account, idClient: account.clientId })
  return client?.idClient ?? account.clientId
}
