import type { Tx } from '../../platform/database/database.ts'
import { createPaymentMissingMail } from '../mails.ts'
import type { OrdersPlatform } from '../peers.ts'
import { markReminded } from '../store/reminders.ts'

/** An order is reminded of once, from an hour after it was placed until it is a day old. */
const FIRST_MS = 3_600_000
const LAST_MS = 86_400_000
const AT_ONCE = 200

/** Requests a mail about the missing payment of each unpaid order whose customer is proven. */
export const remindUnpaid = ({ clock, db, outbox, settings }: OrdersPlatform) =>
  db.transaction(async (tx: Tx) => {
    const placed = { from: clock.after(-LAST_MS), to: clock.after(-FIRST_MS) }
    const orders = await markReminded(tx, placed, AT_ONCE, clock.now())
    await outbox.publishAll(
      tx,
      orders.flatMap(order => createPaymentMissingMail(order, settings)),
    )
  })
