import { readAccount } from '../accounts/contract.ts'
import { changeReservation, readAvailability, releaseReservation } from '../logistics/contract.ts'
import { getClientPrivately } from '../loyalty/contract.ts'
import {
  closeOrderToPayments,
  getTransactionPrivately,
  getTransactionStatusOfOrder,
  refundPayment,
} from '../payments/contract.ts'
import type { Platform } from '../platform/area.ts'
import { eurosOf, parseEuros } from '../platform/money.ts'
import { Problem } from '../platform/problem.ts'
import { type Article, findArticles, getStorePrivately } from '../reference/contract.ts'
import { RETURN_REFUND } from './contract.ts'
import type { OrdersSettings } from './settings.ts'

export const calls = ['accounts', 'logistics', 'loyalty', 'payments', 'promotions', 'reference'] as const
export type OrdersPlatform = Platform<(typeof calls)[number], OrdersSettings>
type Peers = OrdersPlatform['peers']

/**
 * Returns the products of articles, by the id or EAN that names them in the articles. Unknown and deleted products are
 * missing from the map.
 */
export async function findProducts(
  peers: Peers,
  articles: readonly { id: string | number }[],
): Promise<Map<string, Article>> {
  const refs = new Set(articles.map(({ id }) => String(id)))
  const askable = [...refs].filter(ref => !ref.includes(','))
  if (askable.length === 0) return new Map()
  const { body } = await peers.ask(findArticles, { query: { refs: askable.join(',') } })
  return new Map(body.map(article => [article.ref, article]))
}

/** Returns the name and address of a store; undefined if there is none. */
export async function findStore(peers: Peers, id: number) {
  const { status, body } = await peers.ask(getStorePrivately, {
    params: { id: String(id) },
    query: {},
    expect: [404],
  })
  if (status !== 200) return undefined
  const { nom, adresse } = body
  return { nom: String(nom), adresse: String(adresse) }
}

/** Returns the available units of products, in one store or in all. Products without a stock row are missing. */
export async function findAvailable(peers: Peers, products: readonly { id: string }[], magasinId?: number) {
  if (products.length === 0) return new Map<string, number>()
  const produits = products.map(({ id }) => id).join(',')
  const query = { produits, ...(magasinId !== undefined && { magasinId }) }
  const { body } = await peers.ask(readAvailability, { query })
  return new Map(body.map(({ productId, disponible }) => [String(productId), disponible]))
}

/** Returns the account with this id or identifier; undefined if there is none. */
export async function findCustomer(peers: Peers, ref: string) {
  const { status, body } = await peers.ask(readAccount, { params: { ref }, expect: [404] })
  return status === 200 ? body : undefined
}

/**
 * Whether loyalty has a customer with this `CLI_` identifier. False for any other identifier: a number is the id of an
 * account, and the ids of loyalty differ.
 */
export async function isLoyaltyCustomer(peers: Peers, clientId: string) {
  if (!/^CLI_\w{1,46}$/.test(clientId)) return false
  const { status } = await peers.ask(getClientPrivately, { params: { id: clientId }, expect: [404] })
  return status === 200
}

export const releaseGoods = (peers: Peers, ordreId: string) =>
  peers.ask(releaseReservation, { params: { ordreId } })

/** Releases or restocks the goods of a cancelled order. Repeated calls do so once. */
export const cancelReservation = (peers: Peers, ordreId: string) =>
  peers.ask(changeReservation, { params: { ordreId }, body: { statut: 'annulee' }, expect: [404] })

export type Transaction = NonNullable<Awaited<ReturnType<typeof findTransaction>>>

/**
 * Returns a transaction of payments, with its amounts in cents; undefined if there is none. `restantCents` is the part
 * that is not yet refunded.
 */
export async function findTransaction(peers: Peers, id: string) {
  if (!/^[1-9]\d{0,14}$/.test(id)) return undefined
  const { status, body } = await peers.ask(getTransactionPrivately, { params: { id }, expect: [404] })
  if (status === 404) return undefined
  const montantCents = parseEuros(body.montant, 'montant')
  const refunded = body.montantRembourse > 0 ? parseEuros(body.montantRembourse, 'montantRembourse') : 0
  return { ...body, id: String(body.id), montantCents, restantCents: montantCents - refunded }
}

/** Returns the latest payment of an order; undefined if it has none. */
export async function findLatestPayment(peers: Peers, orderId: string) {
  const { status, body } = await peers.ask(getTransactionStatusOfOrder, { query: { orderId }, expect: [404] })
  return status === 404 ? undefined : findTransaction(peers, String(body.transactionId))
}

type PaidOrder = { ordreId: string; transactionId: string | null }

/**
 * Returns the payment that confirmed an order, or before that its latest payment; undefined unless it is accepted.
 */
export async function findAcceptedPayment(peers: Peers, { ordreId, transactionId }: PaidOrder) {
  const payment = await (transactionId
    ? findTransaction(peers, transactionId)
    : findLatestPayment(peers, ordreId))
  return payment && ['accepte', 'paye'].includes(payment.status) ? payment : undefined
}

/**
 * Makes the payments area refuse every payment of the order that was admitted up to this number. Throws 409 if a
 * payment is pending, or accepted and not fully refunded.
 */
export async function closeToPayments(peers: Peers, orderId: string, admission: number) {
  const { status, body } = await peers.ask(closeOrderToPayments, {
    body: { orderId, admission },
    expect: [409],
  })
  if (status === 409) throw new Problem(409, body.code, body.message)
}

/** Refunds the remainder of a payment. Repeated calls refund it once. Throws if payments refuses the refund. */
export const refundInFull = (peers: Peers, { id, clientId }: Transaction, motif: string) =>
  peers.ask(refundPayment, {
    body: { ...(clientId !== null && { clientId }), transactionId: Number(id), motif, source: 'commandes' },
    headers: { 'idempotency-key': `remboursement-commande-annulee-${id}` },
  })

type PartialRefund = { transactionId: string; montantCents: number; motif: string; key: string }

/** Refunds part of a payment, once per key. Returns a refusal (404, 409 or 422) instead of throwing it. */
export const refundPart = (peers: Peers, { transactionId, montantCents, motif, key }: PartialRefund) =>
  peers.ask(refundPayment, {
    body: {
      transactionId: Number(transactionId),
      montant: eurosOf(montantCents),
      motif,
      source: RETURN_REFUND,
    },
    headers: { 'idempotency-key': key },
    expect: [404, 409, 422],
  })
