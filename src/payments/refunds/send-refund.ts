import { jobKind } from '../../platform/jobs/job.ts'
import type { Context } from '../context.ts'
import { chargeOf } from '../processing/charge.ts'
import { findRefund } from './store.ts'

export const sendRefundJob = jobKind<{ id: number }>('payments.send-refund')

/** Has the provider give the money back; tried again until it has. */
export async function sendRefund(context: Context, id: number) {
  const found = await findRefund(context.db, id)
  if (!found) return
  const { provider, charge } = chargeOf(context, found.payment)
  await provider.refund?.(charge, { id, montantCents: found.montantCents })
}
