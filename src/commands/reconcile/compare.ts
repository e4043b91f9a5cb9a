import { readChunksAfter } from '../../platform/http/lists.ts'
import type { ServerClient } from '../http.ts'
import {
  type Areas,
  collectOrderData,
  createAreaClient,
  type Disagreement,
  type Moments,
  type Order,
} from './areas.ts'
import { compareOrder, compareReservation, compareStock } from './rules.ts'
import { comparePayment } from './rules-payments.ts'

type Progress = (done: number, last: number) => void

const byOrderId = (orders: readonly Order[]) => new Map(orders.map(order => [order.ordreId, order]))

/** Compares each payment with its published events, its refunds and its order. */
async function* payments(areas: Areas, moments: Moments, progress: Progress): AsyncGenerator<Disagreement> {
  let highest = 0
  const read = async (after: number, limit: number) => {
    const { data, dernier } = await areas.paymentsAfter(after, limit)
    highest = dernier
    return data
  }
  for await (const chunk of readChunksAfter(0, read, ({ id }) => id)) {
    const orders = byOrderId(await areas.orders([...new Set(chunk.flatMap(({ orderId }) => orderId ?? []))]))
    for (const payment of chunk) yield* comparePayment(payment, orders.get(payment.orderId ?? ''), moments)
    progress(chunk.at(-1)?.id ?? highest, highest)
  }
}

/**
 * Compares each order with the data of the other areas. The calls to the areas see the shop at slightly different times, so
 * a disagreement is checked a second time before it is reported.
 */
async function* orders(areas: Areas, moments: Moments): AsyncGenerator<Disagreement> {
  for await (const chunk of readChunksAfter('', areas.ordersAfter, ({ ordreId }) => ordreId)) {
    const doubtful = (await collectOrderData(areas, chunk))
      .filter(known => compareOrder(known, moments).length > 0)
      .map(({ order }) => order.ordreId)
    for (const known of await collectOrderData(areas, await areas.orders(doubtful)))
      yield* compareOrder(known, moments)
  }
}

/** Compares each row of stock with the active reservations. */
async function* stocks(areas: Areas): AsyncGenerator<Disagreement> {
  for await (const chunk of readChunksAfter(0, areas.stocksAfter, ({ id }) => id))
    for (const what of chunk.flatMap(compareStock))
      yield { subject: 'stock', transaction: null, order: null, what }
}

/** Compares each active reservation with its order, unless one of them changed after `settledBefore`. */
async function* reservations(areas: Areas, moments: Moments): AsyncGenerator<Disagreement> {
  const { settledBefore } = moments
  for await (const chunk of readChunksAfter('', areas.reservationsAfter, ({ ordreId }) => ordreId)) {
    const settled = chunk.filter(({ updatedAt }) => new Date(updatedAt) <= settledBefore)
    const orders = byOrderId(await areas.orders(settled.map(({ ordreId }) => ordreId)))
    for (const reservation of settled) {
      const order = orders.get(reservation.ordreId)
      if (order && new Date(order.changeeLe) > settledBefore) continue
      for (const what of compareReservation(reservation, order, moments))
        yield { subject: 'stock', transaction: null, order: reservation.ordreId, what }
    }
  }
}

/** Yields all disagreements between the areas. */
export async function* findDisagreements(
  server: ServerClient,
  moments: Moments,
  progress: Progress = () => {},
) {
  const areas = createAreaClient(server)
  yield* payments(areas, moments, progress)
  yield* orders(areas, moments)
  yield* stocks(areas)
  yield* reservations(areas, moments)
}
