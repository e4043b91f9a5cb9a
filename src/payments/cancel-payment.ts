import { Problem } from '../platform/http/problem.ts'
import type { Context } from './context.ts'
import { endPayments } from './end-payments.ts'
import { findTransaction } from './store/transactions.ts'

/** Cancels a payment while it is pending; 409 once it has ended. */
export async function cancelPayment(context: Context, id: number) {
  const [cancelled] = await endPayments(context, [id], 'annule')
  if (cancelled) return cancelled
  const payment = await findTransaction(context.db, id)
  if (!payment) throw new Problem(404, `Transaction ${id} not found`)
  throw new Problem(409, `Transaction ${id} is ${payment.status} and cannot be cancelled any more`)
}
