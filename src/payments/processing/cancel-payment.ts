import { Problem } from '../../platform/problem.ts'
import type { Context } from '../context.ts'
import { findTransaction, readTransaction } from '../store/transactions.ts'
import type { Transaction } from '../tables.ts'
import { chargeOf } from './charge.ts'

/**
 * Ends a pending payment without money: its provider lets go of it first, so that it cannot be made afterwards. When the
 * provider has it paid or refused already, that is its end. Gives the payment when this call ended it.
 */
export async function abandonPayment(
  context: Context,
  payment: Transaction,
): Promise<Transaction | undefined> {
  if (payment.status !== 'en_attente') return undefined
  const outcome = await letGo(context, payment)
  if (outcome === 'en_attente') return undefined
  return context.endPayment(payment.id, outcome)
}

async function letGo(context: Context, payment: Transaction) {
  const provider = payment.provider === null ? undefined : context.providers.named(payment.provider)
  if (!provider?.abandon) return 'annule'
  return provider.abandon(chargeOf(context, payment).charge)
}

/** Cancels a payment while it is pending; 409 once it has ended. 503 while its provider cannot be asked to let go of it. */
export async function cancelPayment(context: Context, id: number) {
  const payment = await findTransaction(context.db, id)
  if (!payment) throw new Problem(404, 'transaction-inconnue', `Transaction ${id} not found`)
  const ended = await abandonPayment(context, payment)
  if (ended?.status === 'annule') return ended
  const { status } = await readTransaction(context.db, id)
  throw new Problem(
    409,
    'paiement-non-annulable',
    `Transaction ${id} is ${status} and cannot be cancelled any more`,
  )
}
