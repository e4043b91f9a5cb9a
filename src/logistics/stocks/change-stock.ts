import { describeChange } from '../../platform/audit/describe.ts'
import type { Tx } from '../../platform/database/database.ts'
import { type AcceptedVersions, preconditionFailed } from '../../platform/http/conditional.ts'
import { Problem } from '../../platform/problem.ts'
import { announceAvailability } from '../announcing/announce.ts'
import type { LogisticsPlatform } from '../context.ts'
import { findKnownProducts, storeExists } from '../peers.ts'
import type { CountedStock, StockChange, StockRef, Units } from '../stock-schemas.ts'
import {
  findCountsWithoutRow,
  insertStocks,
  keyOf,
  lockStock,
  lockStores,
  MAX_QUANTITY,
  updateStock,
  updateStocks,
} from './store.ts'

/**
 * Sets the physical quantity of a product in a store, or changes it by a difference, and may set the restocking
 * threshold; adds a missing stock row. A count below the reserved quantity is accepted: slips then report the missing
 * units. Throws 400 for both a count and a difference or for no change, 404 for an unknown product or store, 409 if a
 * difference would make the quantity negative or too large, 412 if the stock does not match `seen` or has no row.
 */
export async function changeStock(
  parts: LogisticsPlatform,
  ref: StockRef,
  change: StockChange,
  seen?: AcceptedVersions,
): Promise<CountedStock> {
  const { quantity, difference, seuil, nature, motif = null } = change
  const { db, clock } = parts
  if (
    (quantity === undefined) === (difference === undefined) &&
    (seuil === undefined || quantity !== undefined)
  )
    throw new Problem(400, 'requete-invalide', 'Specify either quantity or difference, or only seuil')
  if (nature !== undefined && difference === undefined)
    throw new Problem(400, 'requete-invalide', 'nature describes a difference')
  const cause = { nature: quantity === undefined ? (nature ?? 'correction') : 'comptage', motif } as const

  async function apply(tx: Tx) {
    const now = await lockStock(tx, ref)
    if (!now) return undefined
    if (seen && !seen.includes(now.updatedAt)) throw preconditionFailed()
    const quantite = quantity ?? now.enStock + (difference ?? 0)
    if (quantite < 0 || quantite > MAX_QUANTITY) throw outOfBounds()
    const next = seuil === undefined ? now.seuil : seuil
    const stock = { ...ref, quantite, seuil: next, cause, difference: quantite - now.enStock }
    const { version, ...counted } = await updateStock(tx, stock, clock.now())
    describeChange({
      record: `${ref.storeId}/${ref.productId}`,
      label: null,
      before: { enStock: now.enStock, seuil: now.seuil },
      after: counted,
    })
    const disponible = counted.enStock > counted.reserve
    if (disponible !== now.enStock > counted.reserve)
      await announceAvailability(tx, parts, [{ ...ref, version, disponible }])
    return counted
  }

  const changed = await db.transaction(apply)
  if (changed) return changed
  if (seen) throw preconditionFailed()
  if ((difference ?? 0) < 0) throw outOfBounds()
  await checkKnown(parts, ref)
  const second = await db.transaction(async tx => {
    await announceAvailability(tx, parts, await addRows(tx, [{ ...ref, quantite: 0 }], clock.now()))
    return apply(tx)
  })
  // The product was deleted after reference confirmed it.
  if (!second) throw unknownProduct(ref.productId)
  return second
}

const outOfBounds = () =>
  new Problem(409, 'stock-hors-bornes', 'The difference would make the stock negative or too large')

export const unknownProduct = (id: number) =>
  new Problem(404, 'produit-inconnu', `Product with id ${id} not found`)

/** Throws 404 for an unknown product or store. */
export async function checkKnown({ peers }: LogisticsPlatform, { storeId, productId }: StockRef) {
  const [products, store] = await Promise.all([
    findKnownProducts(peers, [productId]),
    storeExists(peers, storeId),
  ])
  if (!products.has(productId)) throw unknownProduct(productId)
  if (!store) throw new Problem(404, 'magasin-inconnu', `Store with id ${storeId} not found`)
}

/** Adds missing rows. Locks the stores first, as does every transaction that locks stores and stock. */
export async function addRows(tx: Tx, counts: readonly Units[], now: Date) {
  const storeIds = counts.map(({ storeId }) => storeId)
  await lockStores(tx, storeIds)
  return insertStocks(tx, counts, now)
}

/**
 * Sets counted quantities, adds missing rows and announces availability changes. Counts of deleted products are
 * ignored. No two counts may have the same product and store. Returns the keys of the rows that it added or changed.
 */
export async function recordCounts(
  tx: Tx,
  counts: readonly Units[],
  parts: LogisticsPlatform,
): Promise<Map<string, 'created' | 'updated'>> {
  const now = parts.clock.now()
  const missing = await findCountsWithoutRow(tx, counts)
  const added = missing.length > 0 ? await addRows(tx, missing, now) : []
  const { crossed, changed } = await updateStocks(tx, counts, now)
  await announceAvailability(tx, parts, [...added, ...crossed])
  return new Map([
    ...added.map(row => [keyOf(row), 'created'] as const),
    ...changed.map(row => [keyOf(row), 'updated'] as const),
  ])
}
