import type { Tx } from '../../platform/database/database.ts'
import { announceChanges, countDispute, countFailedRefund } from '../announce.ts'
import type { Context } from '../context.ts'
import type { Aftermath } from '../providers/provider.ts'
import { addRefundedAmount, insertRefund, listRefunds, updateRefund } from '../refunds/store.ts'
import { lockPayment, updateDispute } from '../store.ts'
import type { DisputeState, Transaction } from '../tables.ts'

type ProviderRefund = Aftermath['refunds'][number]

/**
 * Records the refunds and disputes of a payment as its provider knows them: marks refunds that failed there, and adds
 * each refund that was made there once. The lock and the unique reference exclude concurrent notifications.
 */
export const applyAftermath = (context: Context, id: number, { refunds, dispute }: Aftermath) =>
  context.db.transaction(async tx => {
    const { litige } = await lockPayment(tx, id)
    if (dispute !== null && dispute !== litige) await recordDispute(context, tx, id, dispute)
    for (const refund of refunds) {
      const known = await listRefunds(tx, id)
      const own = known.find(each => isSame(each, refund))
      if (own) await markFailed(context, tx, own, refund)
      // A refund that named one of these has been replaced by another since.
      else if (!refund.failed && !known.some(each => each.id === refund.id))
        await addRefund(context, tx, id, { refund, known, refunds })
    }
  })

const isSame = ({ id, authorizationId }: Transaction, refund: ProviderRefund) =>
  authorizationId === null ? id === refund.id : authorizationId === refund.reference

async function recordDispute(context: Context, tx: Tx, id: number, dispute: DisputeState) {
  await updateDispute(tx, id, dispute, context.clock.now())
  if (dispute === 'ouvert') countDispute(context.counts, tx)
  tx.afterCommit(() =>
    context.log.warn({ transactionId: id, dispute }, 'The dispute of a payment has changed'),
  )
}

/** Marks a refund whose money came back. It stays counted, because the customer is still owed it. */
async function markFailed(
  { clock, counts, log }: Context,
  tx: Tx,
  own: Transaction,
  { failed }: ProviderRefund,
) {
  if (!failed || own.status === 'refuse') return
  const { id, rembourseId, authorizationId } = own
  await updateRefund(tx, own, { status: 'refuse', authorizationId }, clock.now())
  countFailedRefund(counts, tx)
  tx.afterCommit(() =>
    log.error({ transactionId: rembourseId, refundId: id }, 'A refund failed at the payment provider'),
  )
}

type Found = { refund: ProviderRefund; known: Transaction[]; refunds: readonly ProviderRefund[] }

/**
 * Adds a refund that was made at the provider. One of the same amount takes the place of a failed refund, which staff
 * have repeated. If it exceeds what remains of the payment, it takes the place of one that was not sent yet.
 */
async function addRefund(context: Context, tx: Tx, id: number, { refund, known, refunds }: Found) {
  const { clock, log } = context
  const { reference, montantCents } = refund
  const now = clock.now()
  const replaceable = known.filter(each => each.montantCents === montantCents)
  const replace = (replaced: Transaction) =>
    updateRefund(tx, replaced, { status: 'accepte', authorizationId: reference }, now)

  const failed = replaceable.find(({ status }) => status === 'refuse')
  if (failed) return replace(failed)

  const payment = await addRefundedAmount(tx, id, { montantCents }, now)
  if (payment) {
    const added = await insertRefund(tx, id, { source: payment.provider, reference }, now)
    return announceChanges(tx, context, [{ payment, refund: added }])
  }
  const unsent = replaceable.find(
    each => each.authorizationId === null && !refunds.some(sent => sent.id === each.id),
  )
  if (unsent) return replace(unsent)
  tx.afterCommit(() =>
    log.error(
      { transactionId: id, reference, montantCents },
      'A refund made at the payment provider does not fit',
    ),
  )
}
