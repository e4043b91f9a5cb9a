import { readLoyaltyIdentifier } from '../../accounts/contract.ts'
import {
  GUEST,
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

/** An order as a message reports it: `payeCents` was paid, of which `plafondCents` is left after refunds. */
type ReportedOrder = {
  ordreId: string
  clientId: string
  payeCents: number
  plafondCents?: number | undefined
}

/**
 * An order that a message tells of, with its customer as loyalty knows them. Where the orders area is known, it is asked whose
 * it is and what is paid, and a message about no order of its own is 404; else the message is believed. A guest's is passed
 * over.
 */
async function earningOrder(parts: Parts, told: ReportedOrder): Promise<Earning | undefined> {
  if (told.clientId.startsWith(GUEST)) return undefined
  const order = parts.peers.knows('orders') ? await askOrders(parts, told.ordreId) : told
  return { ...order, acheteur: order.clientId, clientId: await presentIdentifier(parts, order.clientId) }
}

async function askOrders({ peers }: Parts, ordreId: string): Promise<ReportedOrder> {
  const { status, body } = await peers.ask(getOrderSummary, { params: { ordreId }, expect: [404] })
  if (status === 404) throw new Problem(404, 'commande-inconnue', `There is no order ${ordreId}`)
  const { clientId, payeCents, rembourseCents } = body
  return {
    ...{ ordreId, clientId, payeCents },
    plafondCents: rembourseCents > 0 ? payeCents - rembourseCents : undefined,
  }
}

/** Consumers of orders that earn points: a delivery starts, a payment raises and a refund lowers them. */
export function pointConsumers(platform: Platform<'accounts' | 'orders'>) {
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
