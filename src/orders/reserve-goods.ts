import { reservable } from './basket/lines.ts'
import { type OrdersPlatform, reserve } from './peers.ts'
import { updateStores } from './store/orders.ts'
import type { Order } from './tables.ts'

/** How long goods stay reserved for an order that nobody pays. */
export const UNPAID_MS = 30 * 60_000

/** How long they do while a payment is pending, which it is for 48 hours at most. */
export const PAYMENT_MS = 49 * 3_600_000

type Goods = Pick<Order, 'ordreId' | 'lignes' | 'magasinId'>

/**
 * Reserves the goods of an order, or prolongs what is reserved; of one that is collected, in its store alone. Gives the stores
 * that serve it or hand it over. 409 naming what is short.
 */
export async function reserveGoods(
  peers: OrdersPlatform['peers'],
  { ordreId, lignes, magasinId }: Goods,
  expireLe: Date,
): Promise<number[]> {
  const giving = await reserve(peers, { ordreId, articles: reservable(lignes), expireLe, magasinId })
  return magasinId === null ? giving : [magasinId]
}

/** The same for an order that is kept. A reservation that had ended may be other stores' now. */
export async function reserveAgain(
  { db, peers }: OrdersPlatform,
  order: Goods & Pick<Order, 'magasins'>,
  expireLe: Date,
) {
  const stores = await reserveGoods(peers, order, expireLe)
  if (String(stores) !== String(order.magasins))
    await db.transaction(tx => updateStores(tx, order.ordreId, stores))
}
