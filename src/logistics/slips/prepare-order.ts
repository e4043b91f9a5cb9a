import type { OrderToPrepare } from '../../orders/contract.ts'
import type { Tx } from '../../platform/database/database.ts'
import { announceAvailability } from '../announcing/announce.ts'
import type { LogisticsPlatform } from '../context.ts'
import { slipsMoved } from '../contract.ts'
import { allocate, type ProductUnits, storesOf, unitsByProduct } from '../reservations/allocate.ts'
import {
  deductFree,
  deductReserved,
  lockReservation,
  lockStock,
  markReservation,
} from '../reservations/store/reservations.ts'
import { restockWaitingReturns } from '../returns/restock-returns.ts'
import type { Units } from '../stock-schemas.ts'
import { slipAddress } from './correct-slips.ts'
import { slipMoveFor } from './follow-order.ts'
import type { Slip } from './schemas.ts'
import { groupByStore, slipArticles } from './slip-articles.ts'
import { findFollowed, insertSlip, lockSlipsOfOrder } from './store.ts'

/**
 * Deducts the goods of a paid order from the stock once and writes a slip for each supplying store, or one without a
 * store if none supplies. Units without an active reservation come from free stock; units that no store supplies are on
 * the first slip. Only the collection store serves a collected order. A cancelled order takes nothing and gets a
 * cancelled slip, unless it has slips.
 */
export async function prepareOrder(tx: Tx, parts: LogisticsPlatform, order: OrderToPrepare) {
  const { clock, outbox } = parts
  const { ordreId, clientId, articles } = order
  const adresseLivraison = slipAddress(order)
  const magasinId = order.magasinId ?? undefined
  const now = clock.now()
  const slip = { ordreId, clientId, adresseLivraison, retrait: magasinId !== undefined, createdAt: now }
  const { statut } = await lockReservation(tx, ordreId, 'liberee', now)
  if (statut === 'prelevee') return
  if (statut === 'annulee') {
    // The message may be delivered again after the order was prepared and cancelled.
    if ((await lockSlipsOfOrder(tx, ordreId)).length > 0) return
    return write([], new Set(), 'annule')
  }
  const followed = await findFollowed(tx, ordreId)

  const reserved = statut === 'active' ? await deductReserved(tx, ordreId, now) : []
  const left = unitsByProduct(articles)
    .map(({ productId, quantite }) => ({ productId, quantite: quantite - sumOf(reserved, productId) }))
    .filter(({ quantite }) => quantite > 0)
  const free = await allocateFree(tx, parts, { ordreId, magasinId }, left)
  await markReservation(tx, ordreId, 'prelevee', now)
  await restockWaitingReturns(tx, ordreId, parts)
  const begun = followed && slipMoveFor(followed.statut)?.statut
  const taken = [...reserved, ...free.taken]
  await write(taken, free.tracked, begun ?? 'a_preparer', followed?.trackingNumber)
  // Orders knows the stores of the reservation, and is notified because units from free stock may come from others.
  if (magasinId === undefined && free.tracked.size > 0)
    await outbox.publish(tx, slipsMoved, {
      ordreId,
      magasins: storesOf(taken),
      trackingNumber: null,
      timestamp: now.toISOString(),
    })

  async function write(
    taken: Units[],
    tracked: Set<number>,
    statut: Slip['statut'],
    trackingNumber: string | null = null,
  ) {
    for (const { storeId, lines } of groupByStore(slipArticles(articles, taken, tracked), magasinId)) {
      const isShort = statut === 'a_preparer' && lines.some(({ manquant }) => manquant > 0)
      const current = isShort ? 'incomplet' : statut
      await insertSlip(tx, { ...slip, storeId, articles: lines, statut: current, trackingNumber })
    }
  }
}

/**
 * Deducts as many of the requested units as are free. Returns them, and as `tracked` the requested products that have
 * stock rows in any store.
 */
async function allocateFree(
  tx: Tx,
  parts: LogisticsPlatform,
  { ordreId, magasinId }: { ordreId: string; magasinId: number | undefined },
  requested: readonly ProductUnits[],
) {
  const ids = requested.map(({ productId }) => productId)
  const free = ids.length > 0 ? await lockStock(tx, ids) : []
  const { taken } = allocate(requested, free, { only: magasinId })
  if (taken.length > 0)
    await announceAvailability(tx, parts, await deductFree(tx, ordreId, taken, parts.clock.now()))
  return { taken, tracked: new Set(free.map(({ productId }) => productId)) }
}

const sumOf = (lines: Units[], productId: number) =>
  lines.filter(row => row.productId === productId).reduce((sum, { quantite }) => sum + quantite, 0)
