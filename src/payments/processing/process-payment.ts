import type { Context } from '../context.ts'
import { findTransaction } from '../store/transactions.ts'
import { CASH, type Transaction } from '../tables.ts'
import { chargeOf } from './charge.ts'

/** Cash lies in the till already; for a card the provider says. */
async function outcomeOf(context: Context, payment: Transaction) {
  if (payment.moyen === CASH) return 'accepte'
  const { provider, charge } = chargeOf(context, payment)
  return provider.settle(charge)
}

/**
 * Brings a pending payment to its end. Run again, or beside another run, it finds nothing to do. One that its provider still
 * waits for stays pending: the provider tells, or the recovery asks again.
 */
export async function processPayment(context: Context, id: number) {
  const payment = await findTransaction(context.db, id)
  if (payment?.status !== 'en_attente') return
  const outcome = await outcomeOf(context, payment)
  if (outcome !== 'en_attente') await context.endPayment(id, outcome)
}
