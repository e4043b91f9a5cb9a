import { readLoyaltyIdentifier } from '../../accounts/contract.ts'
import {
  GUEST_PREFIX,
  getOrderSummary,
  type OrderDelivered,
  orderDelivered,
  orderPaidLate,
  orderRefunded,
} from '../../orders/contract.ts'
import type { Platform } from '../../platform/area.ts'
import type { Database, Tx } from '../../platform/database/database.ts'
import { consumer } from '../../platform/events/event.ts'
import type { Peers } from '../../platform/peers/peers.ts'
import { Problem } from '../../platform/problem.ts'
import { findByIdentifier } from '../clients/store.ts'
import { awardPoints, type Earning } from './award-points.ts'

type Parts = { db: Database; peers: Peers<'accounts' | 'orders'> }

/** References that accounts accepts: a `CLI_` identifier or an account's id. */
const ACCOUNT_REFERENCE = /^(CLI_\w{1,46}|\d{1,15})$/

/**
 * Returns the `CLI_` identifier of an order's customer at loyalty, or `given` if neither loyalty nor accounts knows the
 * customer. Accounts resolves identifiers that loyalty does not know: former ones of an account, and digits, which are an
 * account's id, never a loyalty number. Throws 503 while accounts is unavailable, and an error if the account has no active
 * loyalty customer.
 */
async function currentIdentifier({ db, peers }: Parts, given: string): Promise<string> {
  if (!ACCOUNT_REFERENCE.test(given) || (await findByIdentifier(db, given))) return given
  const { status, body } = await peers.ask(readLoyaltyIdentifier, { params: { ref: given }, expect: [404] })
  if (status === 404) return given
  // Accounts could not create the loyalty customer. The message is valid, so this error must cause a retry.
  if (!(await findByIdentifier(db, body.clientId)))
    throw new Error(`The account of ${given} has no active loyalty customer`)
  return body.clientId
}

/** An order as a message or the orders area reports it, with the identifier under which it was placed. */
type ReportedOrder = Omit<Earning, 'acheteur'>

/**
 * Returns the order of a message with its customer's loyalty identifier; undefined for a guest's order. If this process
 * can call the orders area, the customer and amounts of that area apply, otherwise those of the message. Throws 404 for
 * an order that orders does not know, 503 while orders is unavailable, and the errors of `currentIdentifier`.
 */
async function earningOrder(parts: Parts, reported: ReportedOrder): Promise<Earning | undefined> {
  if (reported.clientId.startsWith(GUEST_PREFIX)) return undefined
  const order = parts.peers.knows('orders') ? await readOrder(parts, reported.ordreId) : reported
  return { ...order, acheteur: order.clientId, clientId: await currentIdentifier(parts, order.clientId) }
}

async function readOrder({ peers }: Parts, ordreId: string): Promise<ReportedOrder> {
  const { status, body } = await peers.ask(getOrderSummary, { params: { ordreId }, expect: [404] })
  if (status === 404) throw new Problem(404, 'commande-inconnue', `Order ${ordreId} not found`)
  const { clientId, payeCents, rembourseCents } = body
  return {
    ...{ ordreId, clientId, payeCents },
    plafondCents: rembourseCents > 0 ? payeCents - rembourseCents : undefined,
  }
}

/** Returns the consumers that award points: a delivery earns them, a late payment raises and a refund lowers them. */
export function createPointConsumers(platform: Platform<'accounts' | 'orders'>) {
  const paid = ({ ordreId, clientId, montantTotalCents: payeCents }: OrderDelivered) =>
    earningOrder(platform, { ordreId, clientId, payeCents })
  const award =
    ({ delivered }: { delivered: boolean }) =>
    async (tx: Tx, _message: unknown, order: Earning | undefined) =>
      order && awardPoints(tx, platform.clock, order, { delivered })

  const deliver = award({ delivered: true })
  const adjust = award({ delivered: false })

  return [
    consumer(orderDelivered, { key: ({ ordreId }) => ordreId, prepare: paid, handle: deliver }),
    consumer(orderPaidLate, { key: ({ ordreId }) => ordreId, prepare: paid, handle: adjust }),
    consumer(orderRefunded, {
      key: ({ remboursementId }) => remboursementId,
      prepare: ({ ordreId, clientId, resteCents: plafondCents }) =>
        earningOrder(platform, { ordreId, clientId, payeCents: 0, plafondCents }),
      handle: adjust,
    }),
  ]
}
