import { readLoyaltyIdentifier } from '../accounts/contract.ts'
import { GUEST, getOrderSummary, type OrderDelivered } from '../orders/contract.ts'
import type { Database } from '../platform/database/database.ts'
import { Problem } from '../platform/http/problem.ts'
import type { Peers } from '../platform/peers/peers.ts'
import { findByIdentifier } from './clients/store/clients.ts'

type Parts = { db: Database; peers: Peers<'accounts' | 'orders'> }

/** What accounts may be asked for: a `CLI_` identifier, or an account's id. */
const ASKABLE = /^(CLI_\w{1,46}|\d{1,15})$/

/**
 * The `CLI_` identifier by which loyalty knows an order's customer, or the given one when nobody does. One that loyalty
 * does not know may be one that an account had before loyalty gave it another; digits are an account's id, never a number
 * of ours. Accounts is asked for those. Throws 503 while it is away.
 */
async function presentIdentifier({ db, peers }: Parts, given: string): Promise<string> {
  if (!ASKABLE.test(given) || (await findByIdentifier(db, given))) return given
  const { status, body } = await peers.ask(readLoyaltyIdentifier, { params: { ref: given }, expect: [404] })
  if (status === 404) return given
  // Accounts could not reach us to make its customer known: not the message's fault, so it is tried again for a while.
  if (!(await findByIdentifier(db, body.clientId)))
    throw new Error(`The account of ${given} has no active loyalty customer`)
  return body.clientId
}

/**
 * An order that is said to be delivered, with its customer as loyalty knows them. Where the orders area is known, it is
 * asked whose it is and what it costs, and a message about no order of its own is 404; else the message is believed. A guest's
 * is passed over.
 */
export async function deliveredOrder(parts: Parts, message: OrderDelivered) {
  if (message.clientId.startsWith(GUEST)) return undefined
  const { ordreId, clientId, montantTotalCents } = await knownOrder(parts, message)
  return {
    ...{ ordreId, montantTotalCents, acheteur: clientId },
    clientId: await presentIdentifier(parts, clientId),
  }
}

async function knownOrder({ peers }: Parts, message: OrderDelivered) {
  if (!peers.knows('orders')) return message
  const { ordreId } = message
  const { status, body } = await peers.ask(getOrderSummary, { params: { ordreId }, expect: [404] })
  if (status === 404) throw new Problem(404, 'commande-inconnue', `There is no order ${ordreId}`)
  return body
}
