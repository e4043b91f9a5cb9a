import type { Context } from './context.ts'
import { endPayments } from './end-payments.ts'
import { processPayment } from './process-payment.ts'
import { pendingBefore } from './store/transactions.ts'

const BATCH = 100
const ORPHANED_MS = 2 * 60_000
const EXPIRED_MS = 24 * 3_600_000

async function* pendingFor({ db, clock }: Context, ms: number) {
  const before = new Date(clock.now().getTime() - ms)
  for (let after = 0; ; ) {
    const ids = await pendingBefore(db, before, after, BATCH)
    if (ids.length > 0) yield ids
    if (ids.length < BATCH) return
    after = ids.at(-1)!
  }
}

/** Every 5 minutes: processes what has been pending for more than 2. One that fails keeps no other from its turn. */
export async function recoverPayments(context: Context) {
  for await (const ids of pendingFor(context, ORPHANED_MS))
    for (const id of ids)
      await processPayment(context, id).catch(error =>
        context.log.error({ err: error, transactionId: id }, 'A pending payment could not be processed'),
      )
}

/** At midnight: cancels what has been pending for more than 24 hours. */
export async function expirePayments(context: Context) {
  for await (const ids of pendingFor(context, EXPIRED_MS)) await endPayments(context, ids, 'annule')
}
