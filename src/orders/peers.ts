import { readAccount } from '../accounts/contract.ts'
import type { Platform } from '../platform/area.ts'
import { Problem } from '../platform/http/problem.ts'
import { parseEuros } from '../platform/money.ts'
import { type Article, findArticles } from '../reference/contract.ts'
import type { AnnouncedPromotion } from './events.ts'
import type { Tranche } from './promotion-copy/store.ts'
import type { OrdersSettings } from './settings.ts'

export const calls = ['accounts', 'logistics', 'payments', 'promotions', 'reference'] as const
export type OrdersPlatform = Platform<(typeof calls)[number], OrdersSettings>
type Peers = OrdersPlatform['peers']

const refused = (area: string, status: number) =>
  new Problem(503, `The ${area} area refused a call of ours (${status})`)

/** Products by the id or ean that they are asked for with. What does not exist is missing. */
export async function findProducts(peers: Peers, refs: string[]): Promise<Map<string, Article>> {
  const askable = [...new Set(refs)].filter(ref => !ref.includes(','))
  if (askable.length === 0) return new Map()
  const { body } = await peers.ask(findArticles, { query: { refs: askable.join(',') } })
  return new Map(body.map(article => [article.ref, article]))
}

/** The customer of an account, by its id or any identifier of theirs; undefined when no account has it. */
export async function findCustomer(peers: Peers, ref: string) {
  const { status, body } = await peers.ask(readAccount, { params: { ref }, expect: [404] })
  return status === 200 ? body : undefined
}

export type Reservation = {
  ordreId: string
  articles: { id: string; quantite: number }[]
  expireLe: Date
}

/** Reserves, or prolongs what is reserved: all or nothing. 409 naming what is short. */
export async function reserve({ logistics }: Peers, reservation: Reservation) {
  if (reservation.articles.length === 0) return
  const { status, body } = await logistics.call<{ message: string }>('POST', '/api/v1/privee/reservations', {
    body: reservation,
    repeatable: true,
  })
  if (status === 409) throw new Problem(409, body.message)
  if (status >= 400) throw refused('logistics', status)
}

const reservationPath = (ordreId: string) => `/api/v1/privee/reservations/${encodeURIComponent(ordreId)}`

export async function release({ logistics }: Peers, ordreId: string) {
  const { status } = await logistics.call('DELETE', reservationPath(ordreId), { repeatable: true })
  if (status >= 400 && status !== 404) throw refused('logistics', status)
}

/** Gives back, once, what was reserved or taken for a cancelled order. */
export async function giveBack({ logistics }: Peers, ordreId: string) {
  const { status } = await logistics.call('PATCH', reservationPath(ordreId), {
    body: { statut: 'annulee' },
    repeatable: true,
  })
  if (status >= 400 && status !== 404) throw refused('logistics', status)
}

export type Transaction = {
  id: string
  montantCents: number
  /** What has not been refunded of it. */
  restantCents: number
  devise: string
  status: string
  typePaiement: string
  orderId: string | null
  clientId: string | null
  authorizationId: string | null
}

type TransactionOnTheWire = Omit<Transaction, 'id' | 'montantCents' | 'restantCents'> & {
  id: number
  montant: number
  montantRembourse: number
}

/** A transaction as payments knows it, its amounts in cents; undefined when there is none. */
export async function findTransaction({ payments }: Peers, id: string): Promise<Transaction | undefined> {
  if (!/^[1-9]\d{0,14}$/.test(id)) return undefined
  const found = await payments.get<TransactionOnTheWire>(`/api/private/transactions/${id}`)
  if (!found) return undefined
  const { montant, montantRembourse, ...transaction } = found
  const montantCents = parseEuros(montant, 'montant')
  const refunded = montantRembourse > 0 ? parseEuros(montantRembourse, 'montantRembourse') : 0
  return { ...transaction, id: String(found.id), montantCents, restantCents: montantCents - refunded }
}

/** The latest payment of an order; undefined when it has none. */
export async function latestPayment(peers: Peers, ordreId: string): Promise<Transaction | undefined> {
  const path = `/api/publique/transaction-status?orderId=${encodeURIComponent(ordreId)}`
  const latest = await peers.payments.get<{ transactionId: number }>(path)
  return latest && findTransaction(peers, String(latest.transactionId))
}

/** Refunds what is left of a payment, once however often it is asked. */
export async function refundInFull({ payments }: Peers, transaction: Transaction, motif: string) {
  const { status } = await payments.call('POST', '/api/publique/paiement/refund', {
    body: {
      clientId: transaction.clientId ?? undefined,
      transactionId: Number(transaction.id),
      motif,
      source: 'commandes',
    },
    headers: { 'idempotency-key': `remboursement-commande-annulee-${transaction.id}` },
    repeatable: true,
  })
  if (status >= 400) throw refused('payments', status)
}

/** At start the copy is compared before anything is served: an area that hangs must not hold that up for long. */
const COMPARE_MS = 2_000

/** What the promotions area has, in runs of `taille` ids. */
export const listTranches = async ({ promotions }: Peers) =>
  (await promotions.get<{ taille: number; tranches: Tranche[] }>('/api/v1/privee/promotions/tranches', {
    timeoutMs: COMPARE_MS,
  }))!

export const promotionsOfTranche = async ({ promotions }: Peers, tranche: number) =>
  (await promotions.get<AnnouncedPromotion[]>(`/api/v1/privee/promotions?tranche=${tranche}`)) ?? []
