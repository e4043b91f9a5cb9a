import type { Platform } from '../../platform/area.ts'
import type { Database, Tx } from '../../platform/database/database.ts'
import { Problem } from '../../platform/problem.ts'
import type { Price } from '../contract.ts'
import type { Resource } from '../resources.ts'
import type { StoredRecord } from '../store.ts'
import { type FormerPrice, findPrices, insertPrices, prunePrices } from './store.ts'

const RETENTION_MS = 400 * 86_400_000

/** Stores the prices of updated products whose price or category path has changed. */
export async function recordPrices(
  tx: Tx,
  { name }: Resource,
  changes: readonly { before: StoredRecord; after: StoredRecord }[],
  now: Date,
) {
  if (name !== 'produits') return
  const former = changes.flatMap(({ before, after }) => {
    const { id, prixDeVenteCents, categories } = before
    const isSame = prixDeVenteCents === after.prixDeVenteCents && categories === after.categories
    // Both are fields of every product.
    return isSame ? [] : ({ id, prixDeVenteCents, categories } as FormerPrice)
  })
  if (former.length > 0) await insertPrices(tx, former, now)
}

/**
 * Returns the prices of a product of the last 400 days and the one in force before, the newest first. Throws 404 for an
 * unknown product.
 */
export async function listPrices(db: Database, id: number, now: Date): Promise<Price[]> {
  const product = await findPrices(db, id)
  if (!product) throw new Problem(404, 'produit-inconnu', `Product with id ${id} not found`)
  const { prixDeVenteCents, createdAt } = product
  const stored = product.prix ?? [{ prixDeVenteCents, depuis: createdAt.toISOString() }]
  // Prices that differ only in the category path are one.
  const prices = stored
    .filter((price, i) => price.prixDeVenteCents !== stored[i - 1]?.prixDeVenteCents)
    .map(price => ({ prixDeVenteCents: price.prixDeVenteCents, depuis: new Date(price.depuis) }))
  const oldest = prices.findLastIndex(({ depuis }) => depuis.getTime() <= now.getTime() - RETENTION_MS)
  return prices.slice(Math.max(0, oldest)).toReversed()
}

/** Deletes prices that were replaced more than 400 days ago. */
export const pruneOldPrices = ({ db, clock }: Platform<never>) =>
  db.transaction(tx => prunePrices(tx, clock.after(-RETENTION_MS)))
