import { createReservation } from '../logistics/contract.ts'
import { Problem } from '../platform/problem.ts'
import { reservableArticles } from './basket/lines.ts'
import type { OrdersPlatform } from './peers.ts'
import { updateStores } from './store/orders.ts'
import type { Order } from './tables.ts'

/** How long goods stay reserved for an unpaid order. */
export const UNPAID_MS = 30 * 60_000

/** How long goods stay reserved during a payment, which is pending for 48 hours at most, and for a free order. */
export const PAYMENT_MS = 49 * 3_600_000

type Goods = Pick<Order, 'ordreId' | 'lignes' | 'magasinId'>

/**
 * Reserves all known products of an order or none, or extends their reservation; goods to collect are reserved in the
 * collection store only. Returns the stores that supply or hand over the order. Throws 409 if articles are short, which
 * the message names, or if the reservation was cancelled or prepared.
 */
export async function reserveGoods(
  peers: OrdersPlatform['peers'],
  { ordreId, lignes, magasinId }: Goods,
  expireLe: Date,
): Promise<number[]> {
  const articles = reservableArticles(lignes)
  const collection = magasinId === null ? [] : [magasinId]
  if (articles.length === 0) return collection
  const { status, body } = await peers.ask(createReservation, {
    body: { ordreId, articles, expireLe: expireLe.toISOString(), magasinId },
    expect: [409],
  })
  if (status === 409) throw new Problem(409, body.code, body.message)
  return magasinId === null ? body.magasins : collection
}

/**
 * Like `reserveGoods`, for a stored order. If its reservation had ended, other stores may supply the order now; they
 * then replace the stores in its row.
 */
export async function reserveAgain(
  { db, peers }: OrdersPlatform,
  order: Goods & Pick<Order, 'magasins'>,
  expireLe: Date,
) {
  const stores = await reserveGoods(peers, order, expireLe)
  if (String(stores) !== String(order.magasins))
    await db.transaction(tx => updateStores(tx, order.ordreId, stores))
}
