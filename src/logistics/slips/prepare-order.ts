import type { OrderToPrepare } from '../../orders/contract.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Tx } from '../../platform/database/database.ts'
import { allocate, type Held, type Wanted } from '../reservations/allocate.ts'
import {
  lockReservation,
  lockStock,
  markReservation,
  takeFree,
  takeReserved,
} from '../reservations/store/reservations.ts'
import { wantedOf } from '../reservations/wanted.ts'
import { putBackWaiting } from '../returns/put-back.ts'
import { slipsWith } from './following.ts'
import type { Slip } from './schemas.ts'
import { byStore, slipArticles } from './slip-articles.ts'
import { findFollowed } from './store/followed-orders.ts'
import { insertSlip, lockSlipsOfOrder } from './store/slips.ts'

/**
 * Takes the goods of a paid order from the stock and writes a slip for each store that serves, once. What its reservation
 * does not hold, because it ended or the goods are not there, comes from what is free; what is missing all the same stands
 * on the first slip.
 * A cancelled order takes nothing.
 */
export async function prepareOrder(tx: Tx, clock: Clock, order: OrderToPrepare) {
  const { ordreId, articles } = order
  const now = clock.now()
  const { statut } = await lockReservation(tx, ordreId, 'liberee', now)
  if (statut === 'prelevee') return
  if (statut === 'annulee') {
    // The message may come once more after the order was prepared and then cancelled.
    if ((await lockSlipsOfOrder(tx, ordreId)).length > 0) return
    return write([], new Set(), 'annule')
  }
  const followed = await findFollowed(tx, ordreId)

  const reserved = statut === 'active' ? await takeReserved(tx, ordreId, now) : []
  const left = wantedOf(articles)
    .map(({ productId, quantite }) => ({ productId, quantite: quantite - sumOf(reserved, productId) }))
    .filter(({ quantite }) => quantite > 0)
  const free = await takeWhatIsFree(tx, ordreId, left, now)
  await markReservation(tx, ordreId, 'prelevee', now)
  await putBackWaiting(tx, ordreId, now)
  const begun = followed && slipsWith(followed.statut)?.statut
  await write([...reserved, ...free.taken], free.tracked, begun ?? 'a_preparer', followed?.trackingNumber)

  async function write(
    taken: Held[],
    tracked: Set<number>,
    statut: Slip['statut'],
    trackingNumber: string | null = null,
  ) {
    for (const { storeId, lines } of byStore(slipArticles(articles, taken, tracked))) {
      const isShort = statut === 'a_preparer' && lines.some(({ manquant }) => manquant > 0)
      await insertSlip(tx, {
        ...{ ordreId, clientId: order.clientId, adresseLivraison: order.adresseLivraison },
        ...{ storeId, articles: lines, statut: isShort ? 'incomplet' : statut },
        ...{ trackingNumber, createdAt: now },
      })
    }
  }
}

/** `tracked` are the products that have stock, in whatever store. */
async function takeWhatIsFree(tx: Tx, ordreId: string, wanted: readonly Wanted[], now: Date) {
  const ids = wanted.map(({ productId }) => productId)
  const free = ids.length > 0 ? await lockStock(tx, ids) : []
  const { taken } = allocate(wanted, free)
  if (taken.length > 0) await takeFree(tx, ordreId, taken, now)
  return { taken, tracked: new Set(free.map(({ productId }) => productId)) }
}

const sumOf = (held: Held[], productId: number) =>
  held.filter(row => row.productId === productId).reduce((sum, { quantite }) => sum + quantite, 0)
