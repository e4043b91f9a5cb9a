import { createBatcher } from '../../platform/database/batcher.ts'
import { jobKind } from '../../platform/jobs/job.ts'
import { addTraceparent } from '../../platform/jobs/tasks.ts'
import { Problem } from '../../platform/problem.ts'
import { currentTrace, type Trace, withTraces } from '../../platform/trace.ts'
import { announceChanges } from '../announce.ts'
import { saveCard } from '../cards/store.ts'
import type { BaseContext, InsertPayment, PaymentToInsert } from '../context.ts'
import { checkNotEnded } from '../links/refused-cards.ts'
import { hasClosedOrder, insertTransactions, lockOrders } from '../store.ts'

export const processPaymentJob = jobKind<{ id: number }>('payments.process')

export const createLivePaymentProblem = () =>
  new Problem(409, 'paiement-en-cours', 'The order already has a pending or completed payment')

const orderClosed = () =>
  new Problem(409, 'commande-close', 'The order was cancelled while the payment was being created')

/**
 * Returns a function that inserts concurrent payments and their jobs in one transaction, so that they share one wait
 * for the disk. If that fails, each is inserted in a separate transaction, unless the database is unavailable.
 */
export function createInsertPayment(base: BaseContext): InsertPayment {
  const { db, clock, jobs, settings } = base

  const batched = createBatcher((all: (PaymentToInsert & { trace: Trace | undefined })[]) =>
    db.transaction(async tx => {
      const payments = all.map(({ payment }) => payment)
      const links = new Set(payments.flatMap(({ lienId }) => lienId ?? []))
      for (const lienId of [...links].sort()) await checkNotEnded(base, tx, lienId)
      const orderIds = payments.flatMap(({ orderId }) => orderId ?? [])
      await lockOrders(tx, orderIds)
      const now = clock.now()
      const created = await insertTransactions(tx, payments, now)
      if (created.length < all.length)
        throw (await hasClosedOrder(tx, payments)) ? orderClosed() : createLivePaymentProblem()
      // Every payment was inserted, and they are in the given order.
      const stored = created.map((payment, i) => ({ ...all[i]!, payment }))
      const work = stored.map(({ trace, payment: { id } }) =>
        withTraces([trace], () => addTraceparent({ id })),
      )
      await Promise.all([
        jobs.addAll(tx, processPaymentJob, work, clock.after(settings.paymentDelayMs)),
        announceChanges(tx, base, stored),
        ...stored.map(({ storeAnswer, payment }) => storeAnswer(tx, payment)),
      ])
      for (const { card, payment } of stored)
        if (card) await saveCard(tx, { ...card, enAttenteDe: payment.id }, now)
      return created
    }),
  )
  return payment => batched({ ...payment, trace: currentTrace() })
}
