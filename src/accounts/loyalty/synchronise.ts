import { readEarnedPoints } from '../../loyalty/contract.ts'
import { withTimeout } from '../../platform/concurrency/timeout.ts'
import { violatedConstraint } from '../../platform/database/faults.ts'
import type { Accounts } from '../context.ts'
import { listAliases, saveLoyaltyProfile, savePoints } from '../store/accounts.ts'
import { type Account, isProven } from '../tables.ts'
import {
  createLoyaltyClient,
  findClientById,
  findOrCreateClient,
  loyaltyProfileOf,
  type Person,
} from './peers.ts'

/**
 * The maximum wait for loyalty. The request is not cancelled, so a customer that it still creates is found by the next
 * call.
 */
const TIMEOUT_MS = 4_000

const CONTINUES = 'Loyalty is unavailable; the account is used without it'
const LAST_KNOWN = 'Loyalty is unavailable; the profile shows the last known values'

/** Returns the result of a call. If it fails or exceeds the timeout, logs the consequence and returns undefined. */
const ifAvailable = <T>({ log }: Accounts, consequence: string, call: Promise<T>) =>
  withTimeout(TIMEOUT_MS, call).catch(error => {
    log.warn({ err: error }, consequence)
    return undefined
  })

/**
 * Returns the person's loyalty customer, which is created if there is none; undefined if loyalty is unavailable or
 * refuses.
 */
export const joinLoyalty = (accounts: Accounts, person: Person) =>
  ifAvailable(accounts, CONTINUES, findOrCreateClient(accounts, person))

/**
 * Creates a loyalty customer with `idClient`, unless the e-mail has one or loyalty refuses or is unavailable. Callers
 * must not reveal the result.
 */
export const registerWithLoyalty = (accounts: Accounts, person: Required<Person>): Promise<unknown> =>
  ifAvailable(accounts, CONTINUES, createLoyaltyClient(accounts.peers, person))

/**
 * Updates points, level and name from loyalty and returns the account. An account with an identifier of its own gets
 * the loyalty customer of its e-mail, which is created under that identifier if there is none. While the address is
 * unproven, the loyalty customer may be another person, so the account shows only the points of its own orders and the
 * level that these points give. Returns the account unchanged if loyalty is unavailable, refuses, does not know the
 * customer or returns one of another account.
 */
export async function synchronise(accounts: Accounts, account: Account): Promise<Account> {
  if (!isProven(accounts, account)) return withOwnPoints(accounts, account)
  const { db, clock, log } = accounts
  const client = account.clientIdLocal
    ? await joinLoyalty(accounts, { ...account, idClient: account.clientId })
    : await ifAvailable(accounts, LAST_KNOWN, findClientById(accounts.peers, account.clientId))
  if (!client) return account
  try {
    const saved = await db.transaction(tx =>
      saveLoyaltyProfile(tx, account.id, loyaltyProfileOf(client), clock.now()),
    )
    return saved ?? account
  } catch (error) {
    if (!violatedConstraint(error)) throw error
    log.warn({ userId: account.id }, 'Loyalty returned an identifier of another account; it was ignored')
    return account
  }
}

async function withOwnPoints(accounts: Accounts, account: Account): Promise<Account> {
  const { db, clock, peers } = accounts
  const update = async () => {
    const names = [account.clientId, ...(await listAliases(db, account.id)), String(account.id)]
    const { body } = await peers.ask(readEarnedPoints, { query: { acheteurs: names.join(',') } })
    return db.transaction(tx => savePoints(tx, account.id, body, clock.now()))
  }
  return (await ifAvailable(accounts, LAST_KNOWN, update())) ?? account
}

/**
 * Returns the identifier of the loyalty customer who receives the points of the account, or the account's own identifier
 * if loyalty is unavailable or refuses. If the address is unproven, the loyalty customer with that address receives the
 * points, but the account does not show that customer.
 */
export async function resolveLoyaltyIdentifier(accounts: Accounts, account: Account): Promise<string> {
  if (!account.clientIdLocal) return account.clientId
  if (isProven(accounts, account)) return (await synchronise(accounts, account)).clientId
  const client = await joinLoyalty(accounts, { ...account, idClient: account.clientId })
  return client?.idClient ?? account.clientId
}
