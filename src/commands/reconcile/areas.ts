import type { Shapes } from '../../../clients/typescript/src/index.ts'
import type { operations } from '../../../clients/typescript/src/interface.ts'
import { ask, type ServerClient } from '../http.ts'

type Answer<Operation extends { responses: { 200: { content: { 'application/json': unknown } } } }> =
  Operation['responses'][200]['content']['application/json']

type Payments = Shapes['RapprochementPaiements']
export type Payment = Payments['data'][number]
export type Order = Answer<operations['reconcileOrders']>[number]
type Loyalty = Shapes['RapprochementPoints']
type History = Answer<operations['reconcileHistory']>[number]
type Logistics = Answer<operations['reconcileSlips']>[number]
export type Slip = Logistics['bordereaux'][number]
export type Units = Logistics['lignes'][number]
export type StockRow = Answer<operations['reconcileStocks']>[number]
export type Reservation = Answer<operations['reconcileReservations']>[number]

/** The data of all areas about one order. */
export type OrderData = {
  order: Order
  payment: Payment | undefined
  points: Loyalty['points'][number] | undefined
  /** Whether the customer joined the loyalty program before the order. */
  loyal: boolean
  history: History | undefined
  logistics: Logistics | undefined
}

export type Moments = { now: Date; settledBefore: Date }

export type Subject = 'payment' | 'points' | 'history' | 'slips' | 'stock' | 'codes' | 'invoice' | Notice

/** Matters at the payment provider that staff must attend to although the areas agree about them. */
export type Notice = 'dispute' | 'refund'

export const isNotice = (subject: Subject): subject is Notice => subject === 'dispute' || subject === 'refund'

export type Disagreement = {
  subject: Subject
  transaction: number | string | null
  order: string | null
  what: string
}

/** The amount paid and not refunded, by the order's own record. */
export const paidCents = ({ paiement: { payeCents, rembourseCents } }: Order) => payeCents - rembourseCents

/** Returns functions that call the reconciliation routes of the areas, each for a chunk of records. */
export function createAreaClient(server: ServerClient) {
  const read = <Body>(path: string, body?: unknown) =>
    ask<Body>(server, body ? 'POST' : 'GET', `/api/v1/privee/rapprochements-${path}`, body)
  /** Makes no call for an empty list of ids. */
  const about = async <Row>(path: string, ids: readonly string[]) =>
    ids.length > 0 ? read<Row[]>(path, { ids }) : []

  return {
    paymentsAfter: (after: number, limit: number) =>
      read<Payments>(`paiements?after=${after}&limit=${limit}`),
    payments: async (ids: readonly number[]) =>
      ids.length > 0 ? (await read<Payments>(`paiements?ids=${ids.join(',')}`)).data : [],
    ordersAfter: (after: string, limit: number) => read<Order[]>('commandes', { after, limit }),
    orders: (ids: readonly string[]) => about<Order>('commandes', ids),
    points: (ids: readonly string[], clientIds: readonly string[]) =>
      read<Loyalty>('points', { ids, clientIds }),
    history: (ids: readonly string[]) => about<History>('historiques', ids),
    logistics: (ids: readonly string[]) => about<Logistics>('bordereaux', ids),
    stocksAfter: (after: number, limit: number) => read<StockRow[]>(`stocks?after=${after}&limit=${limit}`),
    reservationsAfter: (after: string, limit: number) =>
      read<Reservation[]>(`reservations?after=${encodeURIComponent(after)}&limit=${limit}`),
  }
}
export type Areas = ReturnType<typeof createAreaClient>

/** Reads the data of all areas about these orders, with at most one call to each area. */
export async function collectOrderData(areas: Areas, orders: readonly Order[]): Promise<OrderData[]> {
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
