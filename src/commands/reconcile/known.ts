import type { Areas } from './ask.ts'
import type { Known, Order } from './types.ts'

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
