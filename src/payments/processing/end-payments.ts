import { createBatcher } from '../../platform/database/batcher.ts'
import type { Tx } from '../../platform/database/database.ts'
import { currentTrace, type Trace } from '../../platform/trace.ts'
import { announceChanges } from '../announce.ts'
import { confirmCards, deleteUnconfirmedCards } from '../cards/store.ts'
import type { BaseContext, EndPayment } from '../context.ts'
import { endPending } from '../store.ts'
import type { Outcome, Transaction } from '../tables.ts'

type End = { id: number; outcome: Outcome; trace: Trace | undefined }

/**
 * Returns a function that ends concurrent payments in one transaction, so that they share one wait for the disk. If
 * that fails, each is ended in a separate transaction, unless the database is unavailable.
 */
export function createEndPayment(base: BaseContext): EndPayment {
  const { db, clock } = base

  const batched = createBatcher((ends: End[]) =>
    db.transaction(async tx => {
      const first = new Map(ends.toReversed().map(end => [end.id, end]))
      const ended = new Map<number, Transaction>()
      for (const [outcome, group] of Map.groupBy(first.values(), end => end.outcome)) {
        const ids = group.map(({ id }) => id)
        for (const payment of await endPending(tx, ids, outcome, clock.now())) ended.set(payment.id, payment)
      }
      const changes = [...ended.values()].map(payment => ({ payment, trace: first.get(payment.id)?.trace }))
      if (changes.length > 0) await announceChanges(tx, base, changes)
      await settleCards(tx, [...ended.values()])
      return ends.map(end => (first.get(end.id) === end ? ended.get(end.id) : undefined))
    }),
  )
  return (id, outcome) => batched({ id, outcome, trace: currentTrace() })
}

/** Confirms the cards that accepted payments save, and deletes the unconfirmed cards of the others. */
async function settleCards(tx: Tx, ended: readonly Transaction[]) {
  const brought = ended.filter(({ savePaymentMethod }) => savePaymentMethod)
  const idsOf = (paid: boolean) =>
    brought.filter(({ status }) => (status === 'accepte') === paid).map(({ id }) => id)
  if (idsOf(true).length > 0) await confirmCards(tx, idsOf(true))
  if (idsOf(false).length > 0) await deleteUnconfirmedCards(tx, idsOf(false))
}
