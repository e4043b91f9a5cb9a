import { announce, announceReceipt } from '../announce.ts'
import { dropCardOf, keepCardOf } from '../cards/store.ts'
import type { Context } from '../context.ts'
import { endPending } from '../store/transactions.ts'
import type { Outcome, Transaction } from '../tables.ts'

/** Ends those of the payments that are still pending, and announces each. Gives the ones that this call ended. */
export const endPayments = (context: Context, ids: number[], status: Outcome): Promise<Transaction[]> =>
  context.db.transaction(async tx => {
    const ended = await endPending(tx, ids, status, context.clock.now())
    for (const payment of ended) {
      if (payment.savePaymentMethod)
        await (status === 'accepte' ? keepCardOf(tx, payment.id) : dropCardOf(tx, payment.id))
      await announce(tx, context, payment)
      if (status === 'accepte') await announceReceipt(tx, context, payment)
    }
    return ended
  })
