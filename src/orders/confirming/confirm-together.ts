import { createBatcher } from '../../platform/database/batcher.ts'
import type { Tx } from '../../platform/database/database.ts'
import { type Announcement, announce } from '../../platform/events/outbox.ts'
import { orderPaidLate } from '../contract.ts'
import { ordersTotal } from '../counts.ts'
import { isGuest } from '../customer.ts'
import { countRefunds } from '../figures/store/waiting.ts'
import { wantInvoice } from '../invoices/want.ts'
import type { OrdersPlatform } from '../peers.ts'
import { type Refund, refundsOf } from '../store/payments.ts'
import type { Order } from '../tables.ts'
import { handOver } from './hand-over.ts'
import { markConfirmed, type Paid } from './store.ts'
import { tellRefund } from './tell-refunds.ts'

export type Confirmation = { order: Order; paid: Paid }

/**
 * Confirms orders of one moment in one transaction: the disk is waited for once. False for one that was confirmed or
 * cancelled meanwhile, and for all but the first of one order.
 */
export const createConfirmTogether = ({ clock, counts, db, jobs, outbox, settings }: OrdersPlatform) =>
  createBatcher((given: Confirmation[]) => {
    const first = new Map(given.toReversed().map(each => [each.paid.ordreId, each]))
    const paid = [...first.values()].map(each => each.paid)
    return db.transaction(async tx => {
      const now = clock.now()
      const confirmed = await markConfirmed(tx, paid, now)
      const isConfirmed = (each: Confirmation) =>
        confirmed.has(each.paid.ordreId) && first.get(each.paid.ordreId) === each
      const made = given.filter(isConfirmed)
      counts.committed(tx, ordersTotal, { value: 'confirmed', by: made.length })
      const refunds = await refundsBefore(tx, made)
      await countRefunds(tx, refunds)
      const late = made.filter(({ paid }) => confirmed.get(paid.ordreId)?.delivered)
      await outbox.publishAll(tx, [
        ...made.flatMap(({ order, paid }) => handOver(order, paid.transactionId, now)),
        ...late.flatMap(({ order }) => paidLate(order, now)),
        ...tellEach(refunds, made, now),
      ])
      await wantInvoice(tx, { jobs, settings }, [...confirmed.keys()])
      return given.map(isConfirmed)
    })
  })

/** Refunds that came before the confirmation are told, and counted, with it. */
const refundsBefore = (tx: Tx, made: readonly Confirmation[]) =>
  refundsOf(
    tx,
    made.map(({ paid }) => paid),
  )

function tellEach(refunds: readonly Refund[], made: readonly Confirmation[], now: Date): Announcement[] {
  const clients = new Map(made.map(({ order }) => [order.ordreId, order.clientId]))
  return refunds.flatMap(refund => tellRefund(clients.get(refund.ordreId) ?? '', refund, now))
}

const paidLate = ({ ordreId, clientId, montantTotalCents }: Order, now: Date): Announcement[] =>
  isGuest(clientId)
    ? []
    : [announce(orderPaidLate, { ordreId, clientId, montantTotalCents, timestamp: now.toISOString() })]
