import type { Disagreement, Moments, Notice, Order, Payment } from './areas.ts'

const TWO_DAYS_MS = 48 * 3_600_000
const isMade = ({ status }: Payment) => status === 'accepte' || status === 'paye'
const isRefunded = ({ montantCents, montantRembourseCents }: Payment) => montantRembourseCents >= montantCents

function announcements({ status, remboursements, annonces }: Payment): string[] {
  const refunds = Array<string>(remboursements).fill('rembourse')
  // External applications record `paye` and may or may not publish it.
  const compared = annonces.filter(announced => status !== 'paye' || announced === 'rembourse')
  const expected = status === 'paye' ? refunds : ['en_attente', status, ...refunds]
  if (status === 'en_attente') expected.length = 1
  const list = (statuses: string[]) => statuses.join(', ') || 'nothing'
  return list(compared) === list(expected) ? [] : [`announced ${list(compared)} instead of ${list(expected)}`]
}

function refunds(payment: Payment): string[] {
  const { montantCents, montantRembourseCents, remboursements, remboursementsCents } = payment
  return [
    montantRembourseCents !== remboursementsCents &&
      `records ${montantRembourseCents} cents as refunded, but its refunds total ${remboursementsCents}`,
    remboursementsCents > montantCents && `was refunded ${remboursementsCents} of ${montantCents} cents`,
    remboursements > 0 && !isMade(payment) && `was refunded, but is ${payment.status}`,
  ].filter(what => what !== false)
}

/** Compares an accepted payment with its order. */
function ofOrder(payment: Payment, order: Order): string[] {
  const own = order.transactionId === String(payment.id)
  if (own && order.montantTotalCents !== payment.montantCents)
    return [`paid ${payment.montantCents} cents, but the total of its order is ${order.montantTotalCents}`]
  if (own || isRefunded(payment)) return []
  if (order.transactionId !== null)
    return [`paid an order that transaction ${order.transactionId} already paid`]
  if (order.statut === 'ANNULEE') return ['paid a cancelled order and was not refunded']
  return ['is paid, but its order is not confirmed']
}

const notices = ({ litige, remboursementsEchoues: failed }: Payment) => [
  ...(litige === 'ouvert' ? [['dispute', 'is disputed at the provider'] as const] : []),
  ...(failed > 0 ? [['refund', `${failed} of its refunds failed at the provider`] as const] : []),
]

/**
 * Returns the disagreements of a payment, and the matters at its provider. It is compared with its order only if it was accepted and has not changed
 * since `settledBefore`.
 */
export function comparePayment(
  payment: Payment,
  order: Order | undefined,
  { now, settledBefore }: Moments,
): Disagreement[] {
  const settled = new Date(payment.updatedAt) <= settledBefore
  const stale =
    payment.status === 'en_attente' && now.getTime() - new Date(payment.createdAt).getTime() > TWO_DAYS_MS
  const found = [
    ...announcements(payment),
    ...refunds(payment),
    ...(stale ? ['has been pending for more than two days'] : []),
    ...(order && settled && isMade(payment) ? ofOrder(payment, order) : []),
  ].map(what => ['payment', what] as const)
  const all: (readonly ['payment' | Notice, string])[] = [...found, ...notices(payment)]
  return all.map(([subject, what]) => ({ subject, transaction: payment.id, order: payment.orderId, what }))
}

/** Compares a paid order with the transaction that it names. */
export function compareTransaction(order: Order, payment: Payment | undefined): string[] {
  if (order.transactionId === null) return []
  if (!payment) return ['is missing, but the order is confirmed with it']
  if (payment.orderId !== order.ordreId)
    return [`belongs to order ${payment.orderId}, but this order is confirmed with it`]
  return isMade(payment) ? [] : [`is ${payment.status}, but the order is confirmed with it`]
}

/** Compares the paid and refunded amounts of an order with its payment, if that belongs to it and was accepted. */
export function compareAmounts({ ordreId, paiement }: Order, payment: Payment | undefined): string[] {
  if (!payment || payment.orderId !== ordreId || !isMade(payment)) return []
  const { montantCents, montantRembourseCents } = payment
  return [
    paiement.payeCents !== montantCents &&
      `paid ${montantCents} cents, but the order records ${paiement.payeCents}`,
    paiement.rembourseCents !== montantRembourseCents &&
      `refunded ${montantRembourseCents} cents, but the order records ${paiement.rembourseCents}`,
  ].filter(what => what !== false)
}
