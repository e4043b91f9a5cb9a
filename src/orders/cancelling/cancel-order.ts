import type { Tx } from '../../platform/database/database.ts'
import type { Remember } from '../../platform/http/idempotency.ts'
import { jobKind } from '../../platform/jobs/job.ts'
import { Problem } from '../../platform/problem.ts'
import { closeToPayments, findAcceptedPayment, type OrdersPlatform, refundInFull } from '../peers.ts'
import type { OrderAnswer } from '../schemas.ts'
import { moveOrder } from '../status/change-status.ts'
import type { CancelledBy } from '../status/schemas.ts'
import { lockOrder, markCancelledWithRefund } from '../status/store.ts'
import { findOrder, getOrder, throwUnknownOrder } from '../store/orders.ts'
import type { LockedOrder, Order } from '../tables.ts'

/** Refunds an order that was cancelled by `cancelOrder`, as opposed to a plain change of its status. */
export const refundCancelledJob = jobKind<{ ordreId: string }>('orders.refund-cancelled')

type Cancellation = { annuleePar: CancelledBy; siImpayee?: boolean | undefined }

/** The cancellation is refused after this many attempts, each interrupted by a newly admitted payment. */
const MAX_ATTEMPTS = 3

/**
 * Cancels an order that is not yet being prepared; a job refunds its payment. A repeated call gets the same answer.
 * Throws 404 for an unknown order; 409 once the order is being prepared, or if staff have cancelled it by changing its
 * status; with `siImpayee` also 409 if a payment is live or payments keep beginning.
 */
export async function cancelOrder(
  platform: OrdersPlatform,
  ordreId: string,
  { annuleePar, siImpayee = false }: Cancellation,
  remember?: Remember,
): Promise<OrderAnswer> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const admission = siImpayee ? await closeUnpaid(platform, ordreId) : undefined
    const answer = await platform.db.transaction(async tx => {
      const order = (await lockOrder(tx, ordreId)) ?? throwUnknownOrder(ordreId)
      const answer = answerOf(ordreId)
      if (order.statut === 'ANNULEE' && order.annulationClientLe) return answer
      checkCancellable(order)
      // A payment was admitted after the order was closed to payments: it may be live by now.
      if (admission !== undefined && admission !== order.encaissements) return undefined
      await cancelWithRefund(tx, platform, order, annuleePar)
      await remember?.(tx, 200, answer)
      return answer
    })
    if (answer) return answer
  }
  throw new Problem(409, 'commande-payee', 'Un paiement de cette commande commence')
}

/** Cancels a locked order whose goods were not sent; a job refunds its payment. Its accepted withdrawals end with it. */
export async function cancelWithRefund(
  tx: Tx,
  platform: OrdersPlatform,
  order: LockedOrder,
  annuleePar: CancelledBy,
) {
  const { ordreId } = order
  await moveOrder(tx, platform, order, { nouveauStatut: 'ANNULEE', annuleePar, seraRembourse: true })
  await markCancelledWithRefund(tx, ordreId, platform.clock.now())
  await platform.jobs.add(tx, refundCancelledJob, { ordreId })
}

/**
 * Makes the payments area refuse every payment admitted so far, unless the order is already cancelled, and returns the
 * number of the last admission: until another is admitted, the order cannot be paid. Throws 409 if a payment is live.
 */
async function closeUnpaid({ db, peers }: OrdersPlatform, ordreId: string) {
  const order = await getOrder(db, ordreId)
  if (order.statut !== 'ANNULEE') await closeToPayments(peers, ordreId, order.encaissements)
  return order.encaissements
}

/** Throws 409 unless the order still has its first status. */
export function checkCancellable({ statut }: Pick<Order, 'statut'>) {
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

/**
 * Refunds what is left of the accepted payment of a cancelled order. `settlePayment` refunds a pending payment once it
 * is accepted.
 */
export async function refundCancelled({ db, peers }: OrdersPlatform, ordreId: string) {
  const order = await findOrder(db, ordreId)
  const payment = order && (await findAcceptedPayment(peers, order))
  if (!payment || payment.restantCents === 0) return
  await refundInFull(peers, payment, `Commande ${ordreId} annulée`)
}
