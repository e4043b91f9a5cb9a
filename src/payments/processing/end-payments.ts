import { announce } from '../announce.ts'
import { dropCardOf, keepCardOf } from '../cards/store.ts'
import type { Context } from '../context.ts'
import { endPending } from '../store/transactions.ts'
import type { Outcome, Transaction } from '../tables.ts'

/** Ends those of the payments that are still pending, and announces each. Gives the ones that this call ended. */
export const endPayments = (
  { db, clock, ...rest }: Context,
  ids: number[],
  status: Outcome,
): Promise<Transaction[]> =>
  db.transaction(async tx => {
    const ended = await endPending(tx, ids, status, clock.now())
    for (const payment of ended) {
      if (payment.savePaymentMethod)
        await (status === 'accepte' ? keepCardOf(tx, payment.id) : dropCardOf(tx, payment.id))
      await announce(tx, { db, clock, ...rest }, payment)
    }
    return ended
  })
