import type { Tx } from '../../platform/database/database.ts'
import type { Remember } from '../../platform/http/idempotency.ts'
import { jobKind } from '../../platform/jobs/job.ts'
import { eurosOf } from '../../platform/money.ts'
import { goodsReturned } from '../contract.ts'
import { issueCreditNotesJob, requestCreditNote } from '../invoices/issue-invoices.ts'
import { findTransaction, type OrdersPlatform, refundPart } from '../peers.ts'
import type { ReturnedLine } from './returned-lines.ts'
import type { ReturnAnswer } from './schemas.ts'
import { findReturn, finishReturn, linesOfReturn, lowerAmount, type Return } from './store.ts'

/** Refunds a return whose refund failed when it was recorded. */
export const refundReturnJob = jobKind<{ retourId: number }>('orders.refund-return')

/**
 * Refunds a recorded return and restocks its goods, once however often it is called. When less than its amount is
 * left of the payment, the remainder is refunded. Throws while payments is unavailable.
 */
export async function refundReturn(
  platform: OrdersPlatform,
  retourId: number,
  remember?: Remember,
): Promise<ReturnAnswer | undefined> {
  const { clock, db, outbox } = platform
  for (;;) {
    const made = await findReturn(db, retourId)
    if (!made || made.termineLe) return made && answerOf(made)
    const refund = await refundOf(platform, made)
    if (refund === 'too-much') continue
    return db.transaction(async tx => {
      const now = clock.now()
      const finished = await finishReturn(tx, retourId, refund, now)
      if (!finished) return answerOf({ ...made, remboursementId: refund, termineLe: now })
      const articles = await linesOfReturn(tx, retourId)
      await creditReturn(tx, platform, finished, articles)
      if (finished.remisEnStock) {
        await outbox.publish(tx, goodsReturned, {
          ...{ retourId, ordreId: finished.ordreId },
          articles: articles.map(({ articleId: id, quantite }) => ({ id, quantite })),
          timestamp: now.toISOString(),
        })
      }
      const answer = answerOf(finished)
      await remember?.(tx, 201, answer)
      return answer
    })
  }
}

/** Credits a return with its goods. Other pending credit notes of the order may have waited for this return to end. */
async function creditReturn(tx: Tx, platform: OrdersPlatform, made: Return, lignes: ReturnedLine[]) {
  const { ordreId, transactionId, remboursementId, montantCents } = made
  if (remboursementId !== null)
    await requestCreditNote(tx, platform, { ordreId, transactionId, remboursementId, montantCents, lignes })
  await platform.jobs.add(tx, issueCreditNotesJob, { ordreId })
}

/**
 * The refund's id; null when there is nothing to refund. The key includes the amount, so another amount is a separate
 * refund.
 */
async function refundOf(
  { db, log, peers }: OrdersPlatform,
  made: Return,
): Promise<string | null | 'too-much'> {
  const { id, ordreId, transactionId, montantCents, motif } = made
  if (transactionId === null || montantCents === 0) return null
  const { status, body } = await refundPart(peers, {
    ...{ transactionId, montantCents, motif: motif ?? `Retour de la commande ${ordreId}` },
    key: `retour-${id}-${montantCents}`,
  })
  if (status === 201) return String(body.refundId)
  const left = (await findTransaction(peers, transactionId))?.restantCents ?? 0
  if (left >= montantCents) throw new Error(`Return ${id} was not refunded: ${body.message}`)
  log.warn({ retourId: id, left }, 'The refund of a return exceeds the remaining payment')
  await db.transaction(tx => lowerAmount(tx, id, left))
  return 'too-much'
}

export const answerOf = (made: Return): ReturnAnswer => ({
  retourId: made.id,
  ordreId: made.ordreId,
  transactionId: made.transactionId === null ? null : Number(made.transactionId),
  refundId: made.remboursementId === null ? null : Number(made.remboursementId),
  status: made.termineLe ? 'accepte' : 'en_attente',
  montant: eurosOf(made.montantCents),
  message: made.termineLe
    ? 'Retour enregistré et remboursé'
    : 'Retour enregistré ; le remboursement est fait dès que possible',
})
