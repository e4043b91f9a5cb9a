import { violatedConstraint } from '../../platform/database/faults.ts'
import { eurosOf, parseEuros } from '../../platform/money.ts'
import { Problem } from '../../platform/problem.ts'
import { findTransaction, type OrdersPlatform, type Transaction } from '../peers.ts'
import type { OrderAnswer } from '../schemas.ts'
import { findOrder } from '../store/orders.ts'
import type { Order } from '../tables.ts'
import { createConfirmTogether } from './confirm-together.ts'
import type { PaymentConfirmation } from './schemas.ts'
import { findPaidWith, ONE_ORDER_A_TRANSACTION } from './store.ts'

type Payment = { transactionId: string; authorizationId: string | null; amountCents: number }

/** The payment that a shop tells of. 400 when its amount is none. */
export const paymentOf = ({ transactionId, authorizationId, amount }: PaymentConfirmation): Payment => ({
  transactionId: String(transactionId),
  authorizationId: authorizationId ?? null,
  amountCents: parseEuros(amount, 'amount'),
})

/**
 * Confirms that an order is paid and hands it over, once: the same confirmation again is answered alike and does nothing.
 * 404 unknown order or transaction, 402 payment refused, 409 pending, cancelled or paid otherwise, 422 what does not agree.
 */
export type ConfirmPayment = (ordreId: string, payment: Payment) => Promise<OrderAnswer>

export function createConfirmPayment(platform: OrdersPlatform): ConfirmPayment {
  const { db, peers } = platform
  const confirm = createConfirmTogether(platform)

  return async (ordreId, payment) => {
    for (;;) {
      const answer = await confirmUnlessPaidAnew(ordreId, payment)
      if (answer) return answer
    }
  }

  /** Undefined when another payment has begun since the transaction was looked at: it may have been given back by now. */
  async function confirmUnlessPaidAnew(ordreId: string, payment: Payment) {
    const order = await knownOrder(ordreId)
    if (order.confirmeeLe || order.statut === 'ANNULEE') return earlier(order, payment)
    const transaction = await findTransaction(peers, payment.transactionId)
    if (!transaction)
      throw new Problem(404, 'transaction-inconnue', `There is no transaction ${payment.transactionId}`)
    checkStatus(transaction)
    await checkFreeToPay(order, transaction)
    checkAgreement(order, transaction, payment)

    const { id: transactionId, authorizationId } = transaction
    const { encaissements } = order
    const paid = { ordreId, transactionId, authorizationId, encaissements }
    const confirmed = await confirm({ order, paid }).catch(error => {
      if (violatedConstraint(error) !== ONE_ORDER_A_TRANSACTION) throw error
      throw paidAnother(transactionId)
    })
    if (confirmed) return answerOf(order)
    const now = await knownOrder(ordreId)
    return now.confirmeeLe || now.statut === 'ANNULEE' ? earlier(now, payment) : undefined
  }

  async function knownOrder(ordreId: string) {
    const found = await findOrder(db, ordreId)
    if (!found) throw new Problem(404, 'commande-inconnue', `There is no order ${ordreId}`)
    return found
  }

  /** A transaction that names another order may have paid that one. */
  async function checkFreeToPay({ ordreId }: Order, { id, orderId }: Transaction) {
    if (orderId !== ordreId && (await findPaidWith(db, id))) throw paidAnother(id)
  }
}

const answerOf = ({ ordreId, statut }: Order): OrderAnswer => ({
  ordreId,
  statut,
  message: 'Paiement confirmé : votre commande est transmise à la préparation',
})

const paidAnother = (transactionId: string) =>
  new Problem(409, 'transaction-deja-utilisee', `Transaction ${transactionId} has paid another order`)

/** The answer for an order that is confirmed or cancelled already. */
function earlier(order: Order, { transactionId, authorizationId, amountCents }: Payment): OrderAnswer {
  if (order.statut === 'ANNULEE')
    throw new Problem(409, 'commande-annulee', `Order ${order.ordreId} is cancelled`)
  if (order.transactionId !== transactionId)
    throw new Problem(409, 'commande-payee', `Order ${order.ordreId} was confirmed with another transaction`)
  if (order.montantTotalCents !== amountCents)
    throw new Problem(422, 'montant-different', 'amount is not that of the payment', {
      attendu: eurosOf(order.montantTotalCents),
    })
  if (order.authorizationId !== authorizationId)
    throw new Problem(422, 'autorisation-differente', 'authorizationId is not that of the payment')
  return answerOf(order)
}

function checkStatus({ id, status }: Transaction) {
  if (status === 'refuse' || status === 'annule')
    throw new Problem(
      402,
      status === 'refuse' ? 'paiement-refuse' : 'paiement-annule',
      status === 'refuse' ? 'Le paiement a été refusé' : 'Le paiement a été annulé',
    )
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
    throw new Problem(
      422,
      'montant-different',
      `amount is not the order's total of ${order.montantTotalCents} cents`,
      { attendu: eurosOf(order.montantTotalCents) },
    )
  if (devise !== 'EUR' || montantCents !== order.montantTotalCents)
    throw new Problem(
      422,
      'montant-different',
      `Transaction ${id} is not over the order's total of ${order.montantTotalCents} cents`,
      { attendu: eurosOf(order.montantTotalCents) },
    )
  // Part of it may have been given back already, for something that is missing: the rest still pays the order.
  if (restantCents === 0) throw new Problem(422, 'paiement-rembourse', `Transaction ${id} was refunded`)
  if (authorizationId !== payment.authorizationId)
    throw new Problem(422, 'autorisation-differente', `authorizationId is not that of transaction ${id}`)
}
