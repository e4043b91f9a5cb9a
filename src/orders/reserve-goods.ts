import { createReservation } from '../logistics/contract.ts'
import { Problem } from '../platform/problem.ts'
import { reservable } from './basket/lines.ts'
import type { OrdersPlatform } from './peers.ts'
import { updateStores } from './store/orders.ts'
import type { Order } from './tables.ts'

/** How long goods stay reserved for an unpaid order. */
export const UNPAID_MS = 30 * 60_000

/** How long goods stay reserved during a payment, which stays pending for 48 hours at most. */
export const PAYMENT_MS = 49 * 3_600_000

type Goods = Pick<Order, 'ordreId' | 'lignes' | 'magasinId'>

/**
 * Reserves all goods of an order or none, or extends their reservation; goods to collect are reserved in the collection
 * store only. Returns the stores that supply or hand over the order. 409 names the short articles.
 */
export async function reserveGoods(
  peers: OrdersPlatform['peers'],
  { ordreId, lignes, magasinId }: Goods,
  expireLe: Date,
): Promise<number[]> {
  const articles = reservable(lignes)
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
 * Like `reserveGoods`, for a stored order. After an expired reservation other stores may supply it: their ids are
 * updated.
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
