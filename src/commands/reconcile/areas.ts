import type { paths } from '../../../clients/typescript/src/interface.ts'
import { StartError } from '../../platform/problem.ts'
import type { Server } from '../http.ts'

type Answer<Path extends keyof paths, Method extends 'get' | 'post'> =
  paths[Path] extends Record<Method, { responses: { 200: { content: { 'application/json': infer Body } } } }>
    ? Body
    : never

type Payments = Answer<'/api/v1/privee/rapprochements-paiements', 'get'>
export type Payment = Payments['data'][number]
export type Order = Answer<'/api/v1/privee/rapprochements-commandes', 'post'>[number]
type Loyalty = Answer<'/api/v1/privee/rapprochements-points', 'post'>
type History = Answer<'/api/v1/privee/rapprochements-historiques', 'post'>[number]
type Logistics = Answer<'/api/v1/privee/rapprochements-bordereaux', 'post'>[number]
export type Slip = Logistics['bordereaux'][number]
export type Units = Logistics['lignes'][number]
export type StockRow = Answer<'/api/v1/privee/rapprochements-stocks', 'get'>[number]
export type Reservation = Answer<'/api/v1/privee/rapprochements-reservations', 'get'>[number]

/** The data of all areas about one order. */
export type Known = {
  order: Order
  payment: Payment | undefined
  points: Loyalty['points'][number] | undefined
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

/** The amount paid and not refunded, by the order's own record. */
export const paidCents = ({ paiement: { payeCents, rembourseCents } }: Order) => payeCents - rembourseCents

const AREAS = '/api/v1/privee/rapprochements'
export const CHUNK = 500

/** Calls the reconciliation routes of the areas, a chunk at a time. */
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
    paymentsAfter: (after: number) => ask<Payments>(`paiements?after=${after}&limit=${CHUNK}`),
    payments: async (ids: readonly number[]) =>
      ids.length > 0 ? (await ask<Payments>(`paiements?ids=${ids.join(',')}`)).data : [],
    ordersAfter: (after: string) => ask<Order[]>('commandes', { after, limit: CHUNK }),
    orders: (ids: readonly string[]) => about<Order>('commandes', ids),
    points: (ids: readonly string[], clientIds: readonly string[]) =>
      ask<Loyalty>('points', { ids, clientIds }),
    history: (ids: readonly string[]) => about<History>('historiques', ids),
    logistics: (ids: readonly string[]) => about<Logistics>('bordereaux', ids),
    stocksAfter: (after: number) => ask<StockRow[]>(`stocks?after=${after}&limit=${CHUNK}`),
    reservationsAfter: (after: string) =>
      ask<Reservation[]>(`reservations?after=${encodeURIComponent(after)}&limit=${CHUNK}`),
  }
}
export type Areas = ReturnType<typeof areasOf>

/** Reads the data of all areas about these orders, with one call for each area. */
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
