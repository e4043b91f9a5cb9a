import { answerOf, api, type Shapes } from '../../api/client.ts'
import type { Formats } from '../../language/formats.ts'
import type { paymentTexts } from './texts.ts'

export const COMPARED = 500
/** The order may not have received a change of its payment from the last five minutes yet. */
const SETTLED_MS = 5 * 60_000
const TWO_DAYS_MS = 48 * 3_600_000

type Payment = Shapes['RapprochementPaiements']['data'][number]
type Order = Awaited<ReturnType<typeof ordersOf>>[number]
type Words = typeof paymentTexts.fr | typeof paymentTexts.en
export type Discrepancy = { payment: number; order: string | null; what: string }

const paymentsAfter = (after: number, limit: number) =>
  answerOf(api.GET('/api/v1/privee/rapprochements-paiements', { params: { query: { after, limit } } }))

const ordersOf = async (ids: string[]) =>
  ids.length > 0 ? answerOf(api.POST('/api/v1/privee/rapprochements-commandes', { body: { ids } })) : []

/** Compares the latest payments with their orders. `comptoir reconcile` compares all payments, and checks more. */
export async function compareLatest(words: Words, { euros }: Pick<Formats, 'euros'>) {
  const { dernier } = await paymentsAfter(0, 1)
  const { data } = await paymentsAfter(Math.max(0, dernier - COMPARED), COMPARED)
  const orders = await ordersOf([...new Set(data.flatMap(({ orderId }) => orderId ?? []))])
  const byId = new Map(orders.map(order => [order.ordreId, order]))
  const now = Date.now()
  const disagreements = data.flatMap((payment): Discrepancy[] =>
    wrongWith(payment, byId.get(payment.orderId ?? ''), { words, euros, now }).map(what => ({
      ...{ payment: payment.id, order: payment.orderId, what },
    })),
  )
  return { compared: data.length, disagreements }
}

type With = { words: Words; euros: Formats['euros']; now: number }

function wrongWith(payment: Payment, order: Order | undefined, { words, euros, now }: With): string[] {
  const { montantRembourseCents, remboursementsCents, remboursementsEchoues, litige } = payment
  const { status, createdAt, updatedAt } = payment
  const isSettled = now - new Date(updatedAt).getTime() > SETTLED_MS
  const isMade = status === 'accepte' || status === 'paye'
  return [
    montantRembourseCents !== remboursementsCents &&
      words.refundsDiffer(euros(montantRembourseCents), euros(remboursementsCents)),
    status === 'en_attente' && now - new Date(createdAt).getTime() > TWO_DAYS_MS && words.forgotten,
    litige === 'ouvert' && words.disputed,
    remboursementsEchoues > 0 && words.refundFailed,
    order !== undefined && isMade && isSettled && wrongWithOrder(payment, order, words, euros),
  ].filter(what => typeof what === 'string')
}

/** The discrepancy between a completed payment and its order; false if they agree. */
function wrongWithOrder(payment: Payment, order: Order, words: Words, euros: Formats['euros']) {
  const { id, montantCents, montantRembourseCents } = payment
  const { transactionId, statut, montantTotalCents, paiement } = order
  if (transactionId !== String(id)) {
    if (montantRembourseCents >= montantCents) return false
    if (transactionId !== null) return words.paidByAnother(transactionId)
    return statut === 'ANNULEE' ? words.orderCancelled : words.notConfirmed
  }
  if (montantTotalCents !== montantCents)
    return words.amountDiffers(euros(montantCents), euros(montantTotalCents))
  if (paiement.payeCents !== montantCents || paiement.rembourseCents !== montantRembourseCents)
    return words.orderBelieves(euros(paiement.payeCents), euros(paiement.rembourseCents))
  return false
}
