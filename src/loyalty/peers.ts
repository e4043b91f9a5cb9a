import { readAccount } from '../accounts/contract.ts'
import type { Database } from '../platform/database/database.ts'
import type { Peers } from '../platform/peers/peers.ts'
import { findByIdentifier } from './clients/store/clients.ts'

type Parts = { db: Database; peers: Peers<'accounts'> }

/** What accounts may be asked for: a `CLI_` identifier, or an account's id. */
const ASKABLE = /^(CLI_\w{1,46}|\d{1,15})$/

/**
 * The `CLI_` identifier by which loyalty knows an order's customer, or the given one when nobody does. One that loyalty
 * does not know may be one that an account had before loyalty gave it another; digits are an account's id, never a number
 * of ours. Accounts is asked for those. Throws 503 while it is away.
 */
export async function presentIdentifier({ db, peers }: Parts, given: string): Promise<string> {
  if (!ASKABLE.test(given) || (await findByIdentifier(db, given))) return given
  const { status, body: account } = await peers.ask(readAccount, { params: { ref: given }, expect: [404] })
  if (status === 404) return given
  // Accounts could not reach us to make its customer known: not the message's fault, so it is tried again for a while.
  if (!(await findByIdentifier(db, account.clientId)))
    throw new Error(`The account of ${given} has no active loyalty customer`)
  return account.clientId
}
