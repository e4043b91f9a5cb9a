import { StartError } from '../../platform/problem.ts'
import type { Server } from '../http.ts'

/** What the areas say of one another's subjects, as their routes answer it. */

export type Payment = {
  id: number
  orderId: string | null
  status: string
  montantCents: number
  montantRembourseCents: number
  remboursements: number
  remboursementsCents: number
  annonces: string[]
  createdAt: string
  updatedAt: string
}

export type Order = {
  ordreId: string
  statut: 'EN_ATTENTE' | 'EN_PREPARATION' | 'EXPEDIEE' | 'LIVREE' | 'ANNULEE'
  clientId: string
  invite: boolean
  montantTotalCents: number
  transactionId: string | null
  confirmeeLe: string | null
  expedieeLe: string | null
  livreeLe: string | null
  createdAt: string
  changeeLe: string
  paiement: { statut: string; payeCents: number; rembourseCents: number }
  lignes: { articleId: string; quantite: number }[]
  unitesRetournees: number
  unitesRemisesEnStock: number
  factureAttendue: boolean
  factureCents: number | null
  avoirsCents: number
}

type Points = { ordreId: string; points: number; actif: boolean }
type LoyalClient = { clientId: string; createdAt: string }

type History = {
  ordreId: string
  situee: boolean
  remboursee: boolean
  lignes: number
  montantCents: number
  modifiees: number
  supprimees: number
  supprimeesCents: number
}

export type Units = { id: string; quantite: number }
export type Slip = { id: number; statut: string; articles: (Units & { storeId: number | null })[] }

type Logistics = {
  ordreId: string
  reservation: string
  changeeLe: string
  lignes: Units[]
  retours: Units[]
  unitesRevenues: number
  bordereaux: Slip[]
}

export type StockRow = { id: number; productId: number; storeId: number; reserve: number; promis: number }
export type Reservation = { ordreId: string; expireLe: string; updatedAt: string }

/** What all areas say of one order. */
export type Known = {
  order: Order
  payment: Payment | undefined
  points: Points | undefined
  /** Loyalty has known the customer since before the order. */
  loyal: boolean
  history: History | undefined
  logistics: Logistics | undefined
}

export type Moments = { now: Date; settledBefore: Date }

export type Subject = 'payment' | 'points' | 'history' | 'slips' | 'stock' | 'invoice'

export type Disagreement = {
  subject: Subject
  transaction: number | string | null
  order: string | null
  what: string
}

/** What is still paid of an order, by its own account. */
export const keptCents = ({ paiement: { payeCents, rembourseCents } }: Order) => payeCents - rembourseCents

const AREAS = '/api/v1/privee/rapprochements'
export const CHUNK = 500

/** What the routes of the areas answer, a chunk at a time. */
export function areasOf(server: Server) {
  async function ask<Body>(path: string, body?: unknown): Promise<Body> {
    const method = body === undefined ? 'GET' : 'POST'
    const answer = await server.call<Body & { message?: string }>(method, `${AREAS}-${path}`, { body })
    if (answer.status !== 200)
      throw new StartError(
        `${AREAS}-${path} answered ${answer.status}: ${answer.body?.message ?? answer.text}`,
      )
    return answer.body
  }
  /** Nothing is asked about nothing. */
  const about = async <Row>(path: string, ids: readonly string[]) =>
    ids.length > 0 ? ask<Row[]>(path, { ids }) : []

  return {
    paymentsAfter: (after: number) =>
      ask<{ data: Payment[]; dernier: number }>(`paiements?after=${after}&limit=${CHUNK}`),
    payments: async (ids: readonly number[]) =>
      ids.length > 0 ? (await ask<{ data: Payment[] }>(`paiements?ids=${ids.join(',')}`)).data : [],
    ordersAfter: (after: string) => ask<Order[]>('commandes', { after, limit: CHUNK }),
    orders: (ids: readonly string[]) => about<Order>('commandes', ids),
    points: (ids: readonly string[], clientIds: readonly string[]) =>
      ask<{ points: Points[]; clients: LoyalClient[] }>('points', { ids, clientIds }),
    history: (ids: readonly string[]) => about<History>('historiques', ids),
    logistics: (ids: readonly string[]) => about<Logistics>('bordereaux', ids),
    stocksAfter: (after: number) => ask<StockRow[]>(`stocks?after=${after}&limit=${CHUNK}`),
    reservationsAfter: (after: string) =>
      ask<Reservation[]>(`reservations?after=${encodeURIComponent(after)}&limit=${CHUNK}`),
  }
}
export type Areas = ReturnType<typeof areasOf>

/** What the areas say of these orders, each asked once for all of them. */
export async function knownOf(areas: Areas, orders: readonly Order[]): Promise<Known[]> {
  if (orders.length === 0) return []
  const ids = orders.map(({ ordreId }) => ordreId)
  const transactions = orders.map(({ transactionId }) => Number(transactionId)).filter(id => id > 0)
  const [payments, { points, clients }, history, logistics] = await Promise.all([
    areas.payments(transactions),
    areas.points(ids, [...new Set(orders.filter(({ invite }) => !invite).map(({ clientId }) => clientId))]),
    areas.history(ids),
    areas.logistics(ids),
  ])
  const paymentOf = new Map(payments.map(payment => [String(payment.id), payment]))
  const pointsOf = byOrder(points)
  const historyOf = byOrder(history)
  const logisticsOf = byOrder(logistics)
  const loyalSince = new Map(clients.map(({ clientId, createdAt }) => [clientId, new Date(createdAt)]))
  return orders.map(order => {
    const { ordreId, clientId, transactionId, createdAt } = order
    const since = loyalSince.get(clientId)
    return {
      order,
      payment: paymentOf.get(transactionId ?? ''),
      points: pointsOf.get(ordreId),
      loyal: since !== undefined && since <= new Date(createdAt),
      history: historyOf.get(ordreId),
      logistics: logisticsOf.get(ordreId),
    }
  })
}

const byOrder = <Row extends { ordreId: string }>(rows: readonly Row[]) =>
  new Map(rows.map(row => [row.ordreId, row]))
