import type { Platform } from '../../platform/area.ts'
import { coalesce } from '../../platform/database/batcher.ts'
import { indexReductions, type ReductionIndex } from './index-reductions.ts'
import { type PricedProduct, type PriceHistory, type ReducedPrice, reducedPriceOf } from './reduced-price.ts'
import { readReductions } from './store.ts'

/**
 * A product of the read model. `historique` is the JSON of a `PriceHistory`, null if it is unknown; `promotions` the version
 * of the copy of the promotions.
 */
type Shown = { id: number; document: string | PricedProduct; historique: string | null; promotions: number }

/** Returns the reduced prices of products by id. */
export type Reducer = (products: readonly Shown[]) => Promise<ReadonlyMap<number, ReducedPrice> | undefined>

/**
 * Creates the function that computes reduced prices, with this process's cache of the indexed reductions. It parses no
 * document unless a reduction is live.
 */
export function createReducer({ db, clock }: Pick<Platform, 'db' | 'clock'>): Reducer {
  let prepared: { version: number; index: ReductionIndex } | undefined
  const load = coalesce(async () => {
    const { version, promotions } = await readReductions(db)
    prepared = { version, index: indexReductions(promotions) }
    return prepared
  })
  return async products => {
    if (products.length === 0) return undefined
    const version = Math.max(...products.map(({ promotions }) => promotions))
    const { index } = prepared && prepared.version >= version ? prepared : await load()
    const now = clock.now()
    if (!index.isAnyLive(now)) return undefined
    const reduced = new Map<number, ReducedPrice>()
    for (const { id, historique, document } of products) {
      if (historique === null) continue
      // The index stores both in these shapes.
      const product = typeof document === 'string' ? (JSON.parse(document) as PricedProduct) : document
      const price = reducedPriceOf(product, JSON.parse(historique) as PriceHistory, index, now)
      if (price) reduced.set(id, price)
    }
    return reduced
  }
}
