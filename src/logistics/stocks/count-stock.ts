import type { Platform } from '../../platform/area.ts'
import type { Tx } from '../../platform/database/database.ts'
import { Problem } from '../../platform/http/problem.ts'
import { knownProducts, storeIsKnown } from '../peers.ts'
import { isDeleted } from './deleted/store.ts'
import type { CountedStock, StockChange, StockRef } from './schemas.ts'
import {
  addQuantity,
  type Count,
  findStock,
  insertStocks,
  lockStores,
  setQuantity,
  updateStocks,
  withoutRow,
} from './store.ts'

type Parts = Pick<Platform<'reference'>, 'db' | 'clock' | 'peers'>

/**
 * Sets what is physically there of a product in a store, or changes it by a difference. A count below what is reserved is
 * taken as it is: what then is missing shows on the slips. 404 for a product or store that reference does not know,
 * 409 when a difference would leave less than nothing.
 */
export async function changeStock(parts: Parts, ref: StockRef, change: StockChange): Promise<CountedStock> {
  const { quantity, difference } = change
  const { db, clock } = parts
  const apply = (tx: Tx) => {
    if (quantity !== undefined && difference === undefined)
      return setQuantity(tx, { ...ref, quantite: quantity }, clock.now())
    if (difference !== undefined && quantity === undefined)
      return addQuantity(tx, { ...ref, quantite: difference }, clock.now())
    throw new Problem(400, 'requete-invalide', 'Give either quantity or difference')
  }

  const changed = await db.transaction(apply)
  if (changed) return changed
  const refused = new Problem(
    409,
    'stock-hors-bornes',
    'The difference would leave less than nothing, or more than can be counted',
  )
  // Another call may have added the row since, so the change is tried again whether or not there is one now.
  const [existing] = await findStock(db, ref.storeId, ref.productId)
  if (!existing && (difference ?? 0) < 0) throw refused
  if (!existing) await checkKnown(parts, ref)
  const second = await db.transaction(async tx => {
    if (!existing) await addRows(tx, [{ ...ref, quantite: 0 }], clock.now())
    return apply(tx)
  })
  // Reference knew it, and has deleted it since.
  if (!second && (await isDeleted(db, ref.productId))) throw unknownProduct(ref.productId)
  if (!second) throw refused
  return second
}

const unknownProduct = (id: number) => new Problem(404, 'produit-inconnu', `Product with id ${id} not found`)

async function checkKnown({ peers }: Parts, { storeId, productId }: StockRef) {
  const [products, store] = await Promise.all([
    knownProducts(peers, [productId]),
    storeIsKnown(peers, storeId),
  ])
  if (!products.has(productId)) throw unknownProduct(productId)
  if (!store) throw new Problem(404, 'magasin-inconnu', `Store with id ${storeId} not found`)
}

/** Stores are locked before stock, here and everywhere. */
async function addRows(tx: Tx, counts: readonly Count[], now: Date) {
  await lockStores(
    tx,
    counts.map(({ storeId }) => storeId),
  )
  await insertStocks(tx, counts, now)
}

/** Sets what was counted, no two counts of one stock, and adds the rows that are missing. */
export async function recordCounts(tx: Tx, counts: readonly Count[], now: Date) {
  const missing = await withoutRow(tx, counts)
  if (missing.length > 0) await addRows(tx, missing, now)
  await updateStocks(tx, counts, now)
}
