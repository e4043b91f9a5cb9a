import { createBatcher } from '../../platform/database/batcher.ts'
import { violatedConstraint } from '../../platform/database/faults.ts'
import { type Announcement, createAnnouncement } from '../../platform/events/outbox.ts'
import { eurosOf } from '../../platform/money.ts'
import { Problem } from '../../platform/problem.ts'
import type { ConfirmOrder, Context, PaidOrder } from '../context.ts'
import { orderPaidLate } from '../contract.ts'
import { isGuest } from '../customer.ts'
import { queueRefunds } from '../figures/store/events.ts'
import { requestInvoices } from '../invoices/issue-invoices.ts'
import { findTransaction, type OrdersPlatform, type Transaction } from '../peers.ts'
import type { OrderAnswer } from '../schemas.ts'
import { getOrder, ordersTotal } from '../store/orders.ts'
import { listRefunds } from '../store/payments.ts'
import type { Order } from '../tables.ts'
import { createConfirmationEvents, createRefundEvents } from './announcements.ts'
import { findPaidWith, markConfirmed, TRANSACTION_INDEX } from './store.ts'

export type Payment = { transactionId: string; authorizationId: string | null; amountCents: number }

/**
 * Confirms the payment of an order and publishes the events of the paid order, once. Repeating the call with the same
 * payment succeeds without effect. Throws 404 for an unknown order or transaction; 402 if the payment was refused or
 * cancelled; 409 if it is pending or has paid another order, or if the order is cancelled or was paid otherwise; 422 if
 * it was fully refunded or does not match the order.
 */
export async function confirmPayment(
  context: Context,
  ordreId: string,
  payment: Payment,
): Promise<OrderAnswer> {
  for (;;) {
    const answer = await tryConfirm(context, ordreId, payment)
    if (answer) return answer
  }
}

/**
 * Returns undefined if the caller must try again, because since the order was read its recipient was corrected, or
 * another payment has begun: the transaction may have been refunded in the meantime.
 */
async function tryConfirm({ confirmOrder, db, peers }: Context, ordreId: string, payment: Payment) {
  const order = await getOrder(db, ordreId)
  if (order.confirmeeLe || order.statut === 'ANNULEE') return previousAnswer(order, payment)
  const transaction = await findTransaction(peers, payment.transactionId)
  if (!transaction)
    throw new Problem(404, 'transaction-inconnue', `Transaction ${payment.transactionId} not found`)
  checkStatus(transaction)
  const { id: transactionId, authorizationId, provider, moyenPaiement: means } = transaction
  // If the transaction is for another order, the error says whether it has already paid that order.
  if (transaction.orderId !== ordreId && (await findPaidWith(db, transactionId)))
    throw alreadyUsed(transactionId)
  checkAgreement(order, transaction, payment)

  const moyenPaiement = [means.type, means.brand ?? provider].filter(Boolean).join(' ')
  const paid = { ...order, transactionId, authorizationId, moyenPaiement }
  const confirmed = await confirmOrder(paid).catch(error => {
    if (violatedConstraint(error) !== TRANSACTION_INDEX) throw error
    throw alreadyUsed(transactionId)
  })
  if (confirmed) return answerOf(order)
  const now = await getOrder(db, ordreId)
  return now.confirmeeLe || now.statut === 'ANNULEE' ? previousAnswer(now, payment) : undefined
}

const answerOf = ({ ordreId, statut }: Order): OrderAnswer => ({
  ordreId,
  statut,
  message: 'Paiement confirmé : votre commande est transmise à la préparation',
})

const alreadyUsed = (transactionId: string) =>
  new Problem(409, 'transaction-deja-utilisee', `Transaction ${transactionId} already paid another order`)

const wrongAmount = ({ montantTotalCents }: Order, message: string) =>
  new Problem(422, 'montant-different', message, { attendu: eurosOf(montantTotalCents) })

/**
 * Returns the answer for an order that is already confirmed with this payment. Throws 409 if the order is cancelled or
 * was confirmed with another transaction, 422 if the amount or authorization differs.
 */
function previousAnswer(order: Order, { transactionId, authorizationId, amountCents }: Payment): OrderAnswer {
  if (order.statut === 'ANNULEE')
    throw new Problem(409, 'commande-annulee', `Order ${order.ordreId} is cancelled`)
  if (order.transactionId !== transactionId)
    throw new Problem(409, 'commande-payee', `Order ${order.ordreId} was confirmed with another transaction`)
  if (order.montantTotalCents !== amountCents)
    throw wrongAmount(order, 'amount differs from that of the payment')
  if (order.authorizationId !== authorizationId)
    throw new Problem(422, 'autorisation-differente', 'authorizationId differs from that of the payment')
  return answerOf(order)
}

function checkStatus({ id, status }: Transaction) {
  if (status === 'refuse') throw new Problem(402, 'paiement-refuse', 'Le paiement a été refusé')
  if (status === 'annule') throw new Problem(402, 'paiement-annule', 'Le paiement a été annulé')
  if (status !== 'accepte' && status !== 'paye')
    throw new Problem(409, 'paiement-en-attente', `Transaction ${id} is ${status}`)
}

function checkAgreement(order: Order, transaction: Transaction, payment: Payment) {
  const { id, orderId, devise, typePaiement, authorizationId, montantCents, restantCents } = transaction
  if (orderId !== order.ordreId)
    throw new Problem(422, 'transaction-d-autrui', `Transaction ${id} is not for order ${order.ordreId}`)
  if (typePaiement === 'remboursement')
    throw new Problem(422, 'transaction-de-remboursement', `Transaction ${id} is a refund`)
  if (payment.amountCents !== order.montantTotalCents)
    throw wrongAmount(order, `amount must be the order's total of ${order.montantTotalCents} cents`)
  if (devise !== 'EUR' || montantCents !== order.montantTotalCents)
    throw wrongAmount(
      order,
      `The amount of transaction ${id} differs from the order's total of ${order.montantTotalCents} cents`,
    )
  // A partial refund, for a missing article for example, still leaves the order paid.
  if (restantCents === 0) throw new Problem(422, 'paiement-rembourse', `Transaction ${id} was fully refunded`)
  if (authorizationId !== payment.authorizationId)
    throw new Problem(
      422,
      'autorisation-differente',
      `authorizationId differs from that of transaction ${id}`,
    )
}

/**
 * Returns a function that confirms an order. Concurrent confirmations share one transaction, and thus one wait for the
 * disk; if it fails because of one of them, each is confirmed alone. The function resolves to false if the order has
 * been confirmed or cancelled, its recipient corrected, or another payment of it begun since it was read. Of several
 * confirmations of an order in one transaction, all but the first resolve to false.
 */
export const createConfirmOrder = ({
  clock,
  counts,
  db,
  jobs,
  outbox,
  settings,
}: OrdersPlatform): ConfirmOrder =>
  createBatcher((orders: PaidOrder[]) => {
    const first = new Map(orders.toReversed().map(order => [order.ordreId, order]))
    return db.transaction(async tx => {
      const now = clock.now()
      const delivered = await markConfirmed(tx, [...first.values()], now)
      const isConfirmed = (order: PaidOrder) =>
        delivered.has(order.ordreId) && first.get(order.ordreId) === order
      const confirmed = orders.filter(isConfirmed)
      counts.committed(tx, ordersTotal, { value: 'confirmed', by: confirmed.length })
      // Refunds recorded before the confirmation are published and counted with it.
      const refunds = await listRefunds(tx, confirmed)
      await queueRefunds(tx, refunds)
      await outbox.publishAll(tx, [
        ...confirmed.flatMap(order => createConfirmationEvents(order, now)),
        ...confirmed.filter(({ ordreId }) => delivered.get(ordreId)).flatMap(order => paidLate(order, now)),
        ...refunds.flatMap(refund => {
          const order = first.get(refund.ordreId)
          return order ? createRefundEvents(order, refund, now) : []
        }),
      ])
      await requestInvoices(tx, { jobs, settings }, [...delivered.keys()])
      return orders.map(isConfirmed)
    })
  })

const paidLate = ({ ordreId, clientId, montantTotalCents }: Order, now: Date): Announcement[] =>
  isGuest(clientId)
    ? []
    : [
        createAnnouncement(orderPaidLate, {
          ordreId,
          clientId,
          montantTotalCents,
          timestamp: now.toISOString(),
        }),
      ]
