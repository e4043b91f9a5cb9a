import type { Server } from '../http.ts'
import { type Areas, areasOf, CHUNK, type Disagreement, knownOf, type Moments } from './areas.ts'
import { disagreementsOfOrder, wrongReservation, wrongReserve } from './rules.ts'
import { disagreementsOfPayment } from './rules-payments.ts'

type Progress = (done: number, last: number) => void

/** Each payment against its announcements, its refunds and its order. One chunk at a time is in memory. */
async function* payments(areas: Areas, moments: Moments, progress: Progress): AsyncGenerator<Disagreement> {
  for (let after = 0; ; ) {
    const { data, dernier } = await areas.paymentsAfter(after)
    const orders = await areas.orders([...new Set(data.flatMap(({ orderId }) => orderId ?? []))])
    const byId = new Map(orders.map(order => [order.ordreId, order]))
    for (const payment of data)
      yield* disagreementsOfPayment(payment, byId.get(payment.orderId ?? ''), moments)
    const last = data.at(-1)
    progress(last?.id ?? dernier, dernier)
    if (!last || data.length < CHUNK) return
    after = last.id
  }
}

/**
 * Each order against what the other areas have of it. The areas are asked one after another while the shop works: what seems
 * wrong is looked at once more, and told when it still is.
 */
async function* orders(areas: Areas, moments: Moments): AsyncGenerator<Disagreement> {
  for (let after = ''; ; ) {
    const chunk = await areas.ordersAfter(after)
    const doubtful = (await knownOf(areas, chunk))
      .filter(known => disagreementsOfOrder(known, moments).length > 0)
      .map(({ order }) => order.ordreId)
    for (const known of await knownOf(areas, await areas.orders(doubtful)))
      yield* disagreementsOfOrder(known, moments)
    const last = chunk.at(-1)
    if (!last || chunk.length < CHUNK) return
    after = last.ordreId
  }
}

/** Each row of stock against the active reservations. */
async function* stocks(areas: Areas): AsyncGenerator<Disagreement> {
  for (let after = 0; ; ) {
    const rows = await areas.stocksAfter(after)
    for (const what of rows.flatMap(wrongReserve))
      yield { subject: 'stock', transaction: null, order: null, what }
    const last = rows.at(-1)
    if (!last || rows.length < CHUNK) return
    after = last.id
  }
}

/** Each active reservation against its order. */
async function* reservations(areas: Areas, moments: Moments): AsyncGenerator<Disagreement> {
  for (let after = ''; ; ) {
    const { settledBefore } = moments
    const chunk = await areas.reservationsAfter(after)
    const settled = chunk.filter(({ updatedAt }) => new Date(updatedAt) <= settledBefore)
    const orders = await areas.orders(settled.map(({ ordreId }) => ordreId))
    const byId = new Map(orders.map(order => [order.ordreId, order]))
    for (const reservation of settled) {
      const order = byId.get(reservation.ordreId)
      if (order && new Date(order.changeeLe) > settledBefore) continue
      for (const what of wrongReservation(reservation, order, moments))
        yield { subject: 'stock', transaction: null, order: reservation.ordreId, what }
    }
    const last = chunk.at(-1)
    if (!last || chunk.length < CHUNK) return
    after = last.ordreId
  }
}

/** Everything on which the areas disagree. */
export async function* disagreements(server: Server, moments: Moments, progress: Progress = () => {}) {
  const areas = areasOf(server)
  yield* payments(areas, moments, progress)
  yield* orders(areas, moments)
  yield* stocks(areas)
  yield* reservations(areas, moments)
}
