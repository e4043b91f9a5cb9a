import type { Tx } from '../../platform/database/database.ts'
import type { Remember } from '../../platform/http/idempotency.ts'
import { jobKind } from '../../platform/jobs/job.ts'
import { eurosOf } from '../../platform/money.ts'
import { goodsReturned } from '../contract.ts'
import { DELIVERY_ARTICLE } from '../delivery/terms.ts'
import { issueCreditNotesJob, requestCreditNote } from '../invoices/issue-invoices.ts'
import { createReturnMail } from '../mails.ts'
import { findTransaction, type OrdersPlatform, refundPart } from '../peers.ts'
import { getOrder } from '../store/orders.ts'
import type { ReturnedLine } from './returned-lines.ts'
import type { ReturnAnswer } from './schemas.ts'
import { findReturn, finishReturn, listReturnedLines, lowerAmount, type Return } from './store.ts'

/** Refunds a return if the call that recorded it did not complete the refund. */
export const refundReturnJob = jobKind<{ retourId: number }>('orders.refund-return')

/**
 * Refunds a recorded return, requests its credit note and a mail, and publishes its goods for restocking if they can be
 * sold again; all of this once, however often it is called. If less than the amount of the return is left of the payment,
 * that remainder is refunded. Returns undefined for an unknown return. Throws while payments is unavailable, or if it
 * refuses the refund although enough is left.
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
    const refund = await issueRefund(platform, made)
    if (refund === 'too-much') continue
    return db.transaction(async tx => {
      const now = clock.now()
      const finished = await finishReturn(tx, retourId, refund, now)
      if (!finished) return answerOf({ ...made, remboursementId: refund, termineLe: now })
      const articles = await listReturnedLines(tx, retourId)
      await creditReturn(tx, platform, finished, articles)
      const order = await getOrder(tx, finished.ordreId)
      await outbox.publishAll(tx, createReturnMail(order, finished, articles))
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

/**
 * Requests the credit note of a return that was refunded, with its goods and its delivery. Also schedules other pending
 * credit notes of the order, because they may have waited for this return to end.
 */
async function creditReturn(tx: Tx, platform: OrdersPlatform, made: Return, lignes: ReturnedLine[]) {
  const { ordreId, transactionId, remboursementId, montantCents, livraisonCents } = made
  const delivery = { articleId: DELIVERY_ARTICLE, quantite: 1, montantCents: livraisonCents }
  const credited = livraisonCents > 0 ? [...lignes, delivery] : lignes
  if (remboursementId !== null)
    await requestCreditNote(tx, platform, {
      ...{ ordreId, transactionId, remboursementId, montantCents, lignes: credited },
    })
  await platform.jobs.add(tx, issueCreditNotesJob, { ordreId })
}

/**
 * Refunds a return and returns the refund's id, null if there is nothing to refund, or `too-much` after lowering the
 * amount to what is left of the payment. Throws if payments refuses the refund although enough is left. The key
 * includes the amount, so the lowered amount is a separate request.
 */
async function issueRefund(
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
