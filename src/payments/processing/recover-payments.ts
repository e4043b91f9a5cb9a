import pLimit from 'p-limit'
import { readChunksById } from '../../platform/http/lists.ts'
import type { Context } from '../context.ts'
import { listPendingBefore, type PendingPayment, readTransaction } from '../store.ts'
import { abandonPayment, processPayment } from './process-payment.ts'

/** The maximum number of concurrent calls to providers. */
const AT_ONCE = 8
const ORPHANED_MS = 2 * 60_000
const EXPIRED_MS = 24 * 3_600_000

function pendingFor({ db, clock }: Context, ms: number) {
  const before = new Date(clock.now().getTime() - ms)
  return readChunksById((after, limit) => listPendingBefore(db, before, after, limit))
}

/** Runs `work` for all payments; a failure is logged and does not stop the others. */
const each = ({ log }: Context, pending: PendingPayment[], work: (id: number) => Promise<unknown>) =>
  pLimit(AT_ONCE).map(pending, ({ id }) =>
    work(id).catch(error =>
      log.error({ err: error, transactionId: id }, 'A pending payment could not be completed'),
    ),
  )

/** Runs every 5 minutes and processes payments that have been pending for more than 2 minutes. */
export async function recoverPayments(context: Context) {
  for await (const batch of pendingFor(context, ORPHANED_MS))
    await each(context, batch, id => processPayment(context, id))
}

/**
 * Runs at midnight and cancels payments pending for more than 24 hours, first with their provider if it supports that. A
 * payment that the provider reports as paid or refused gets that status; one whose cancellation fails, or whose provider
 * is no longer configured and may still charge it, stays pending.
 */
export async function expirePayments(context: Context) {
  for await (const batch of pendingFor(context, EXPIRED_MS))
    await each(context, batch, async id => abandonPayment(context, await readTransaction(context.db, id)))
}
