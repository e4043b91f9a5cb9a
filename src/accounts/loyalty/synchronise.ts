import { readEarnedPoints } from '../../loyalty/contract.ts'
import { withTimeout } from '../../platform/concurrency/timeout.ts'
import { violatedConstraint } from '../../platform/database/faults.ts'
import type { Accounts } from '../context.ts'
import { aliasesOf, savePoints, saveStanding } from '../store/accounts.ts'
import { type Account, isProven } from '../tables.ts'
import { askToCreate, clientById, findOrCreateClient, type Person, standingOf } from './peers.ts'

/** A shop customer is not kept waiting longer for a loyalty service that hangs. A later call finds the result. */
const PATIENCE_MS = 4_000

const GOES_ON = 'Loyalty is away; the account goes on without it'
const LAST_KNOWN = 'Loyalty is away; the profile shows the last known values'

/** Undefined, with a line in the log, while loyalty is unavailable. */
const unlessAway = <T>({ log }: Accounts, consequence: string, asked: Promise<T>) =>
  withTimeout(PATIENCE_MS, asked).catch(error => {
    log.warn({ err: error }, consequence)
    return undefined
  })

/** The customer's loyalty record, created if there is none; undefined while loyalty is unavailable or refuses. */
export const joinLoyalty = (accounts: Accounts, person: Person) =>
  unlessAway(accounts, GOES_ON, findOrCreateClient(accounts, person))

/** Creates a loyalty customer under an identifier unless the e-mail has one, and reveals neither. */
export const registerWithLoyalty = (accounts: Accounts, person: Required<Person>): Promise<unknown> =>
  unlessAway(accounts, GOES_ON, askToCreate(accounts.peers, person))

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
    : await unlessAway(accounts, LAST_KNOWN, clientById(accounts.peers, account.clientId))
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
  const { db, clock, peers } = accounts
  const update = async () => {
    const names = [account.clientId, ...(await aliasesOf(db, account.id)), String(account.id)]
    const { body } = await peers.ask(readEarnedPoints, { query: { acheteurs: names.join(',') } })
    return db.transaction(tx => savePoints(tx, account.id, body, clock.now()))
  }
  return (await unlessAway(accounts, LAST_KNOWN, update())) ?? account
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
