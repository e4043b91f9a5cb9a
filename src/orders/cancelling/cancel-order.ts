import type { Tx } from '../../platform/database/database.ts'
import { Problem } from '../../platform/http/problem.ts'
import { jobKind } from '../../platform/jobs/job.ts'
import { findTransaction, latestPayment, type OrdersPlatform, refundInFull } from '../peers.ts'
import type { OrderAnswer } from '../schemas.ts'
import { moveOrder } from '../status/change-status.ts'
import { lockOrder } from '../status/store.ts'
import { findOrder } from '../store/orders.ts'
import type { Order } from '../tables.ts'
import { markCancelledByCustomer, wasCancelledByCustomer } from './store.ts'

/** Gives back what was paid for an order that its customer cancelled. */
export const refundingCancelled = jobKind<{ ordreId: string }>('orders.refund-cancelled')

type Keep = (tx: Tx, answer: OrderAnswer) => Promise<unknown>

/**
 * Cancels an order for its customer while nobody prepares it; what was paid is refunded by a job. Again, it is answered alike.
 * 404 when there is no such order; 409 once it is being prepared, or when the shop has cancelled it.
 */
export function cancelOrder(platform: OrdersPlatform, ordreId: string, keep: Keep): Promise<OrderAnswer> {
  return platform.db.transaction(async tx => {
    const order = await lockOrder(tx, ordreId)
    if (!order) throw new Problem(404, 'commande-inconnue', `There is no order ${ordreId}`)
    const answer = answerOf(ordreId)
    if (order.statut === 'ANNULEE' && (await wasCancelledByCustomer(tx, ordreId))) return answer
    refuseCancelling(order)
    await moveOrder(tx, platform, order, { nouveauStatut: 'ANNULEE', commentaire: 'Annulée par le client' })
    await markCancelledByCustomer(tx, ordreId, platform.clock.now())
    await platform.jobs.add(tx, refundingCancelled, { ordreId })
    await keep(tx, answer)
    return answer
  })
}

/** 409 for an order that its customer may not cancel (any more). */
export function refuseCancelling({ statut }: Pick<Order, 'statut'>) {
  if (statut === 'ANNULEE')
    throw new Problem(409, 'commande-annulee', 'Cette commande a déjà été annulée par le magasin')
  if (statut !== 'EN_ATTENTE')
    throw new Problem(409, 'commande-en-preparation', 'Cette commande est déjà en préparation')
}

const answerOf = (ordreId: string): OrderAnswer => ({
  ordreId,
  statut: 'ANNULEE',
  message: 'La commande est annulée ; ce qui a été payé est remboursé',
})

/** Refunds the payment that was made. One that is pending is refunded when it is accepted, as for any cancelled order. */
export async function refundCancelled({ db, peers }: OrdersPlatform, ordreId: string) {
  const order = await findOrder(db, ordreId)
  if (!order) return
  const { transactionId } = order
  const payment = transactionId
    ? await findTransaction(peers, transactionId)
    : await latestPayment(peers, ordreId)
  if (!payment || !['accepte', 'paye'].includes(payment.status) || payment.restantCents === 0) return
  await refundInFull(peers, payment, `Commande ${ordreId} annulée`)
}
