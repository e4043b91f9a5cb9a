import type { Platform } from '../../platform/area.ts'
import { type Announcing, announceCrossings } from '../announcing/announce.ts'
import { allocate, type Free, type Held, storesOf, type Wanted } from './allocate.ts'
import { type Allocated, freeStock, holdStocks } from './store/reservations.ts'

type Parts = Pick<Platform, 'db'> & Announcing
/** `magasinId`: no other store may give. */
export type Order = { ordreId: string; wanted: Wanted[]; expireLe: Date; magasinId?: number | undefined }
export type Made = { ordreId: string; statut: 'active'; expireLe: Date; magasins: number[] }

/** Another order took in between what a reading of the stocks had shown. */
export class Raced extends Error {}

/**
 * Not durable by itself: on one PostgreSQL server the commit of the order that follows makes it so, and without that order
 * it would end in 30 minutes anyway. On servers of their own, a crash of this one may lose the last moments' reservations:
 * their slips tell a shortage.
 */
const NOT_DURABLE = { durable: false }

const madeOf = ({ ordreId, expireLe, taken }: Allocated): Made => ({
  ordreId,
  statut: 'active',
  expireLe,
  magasins: storesOf(taken),
})

/**
 * Reserves for orders of one moment, by a reading of their stocks and one short statement. Undefined for one that has a
 * reservation that has not ended; `short` for one for which the stocks, less what the orders before it take, are too low.
 */
export const reserveTogether =
  (parts: Parts) =>
  async (orders: Order[]): Promise<(Made | 'short' | undefined)[]> => {
    const { db, clock } = parts
    const productIds = new Set(orders.flatMap(({ wanted }) => wanted.map(({ productId }) => productId)))
    const free = Map.groupBy(
      productIds.size > 0 ? await freeStock(db, [...productIds]) : [],
      ({ productId }) => productId,
    )
    const allocated = orders.map(order => ({ ...order, taken: takeFrom(free, order) }))
    const served = allocated.flatMap(({ taken, ...order }) => (taken ? [{ ...order, taken }] : []))
    const claimed = served.length > 0 ? await hold(served) : new Set()
    return allocated.map(({ taken, ...order }) => {
      if (taken === undefined) return 'short'
      return claimed.has(order.ordreId) ? madeOf({ ...order, taken }) : undefined
    })

    function hold(served: Allocated[]) {
      return db.transaction(async tx => {
        const { claimed, raced, crossed } = await holdStocks(tx, served, clock.now())
        if (raced) throw new Raced()
        await announceCrossings(tx, parts, crossed)
        return new Set(claimed)
      }, NOT_DURABLE)
    }
  }

/** Leaves in `free` what is free for the next order. */
function takeFrom(free: Map<number, Free[]>, { wanted, magasinId }: Order): Held[] | undefined {
  const rowsOf = ({ productId }: { productId: number }) => free.get(productId) ?? []
  const { taken, short } = allocate(wanted, wanted.flatMap(rowsOf), magasinId)
  if (short.length > 0) return undefined
  for (const held of taken)
    for (const row of rowsOf(held)) if (row.storeId === held.storeId) row.libre -= held.quantite
  return taken
}
