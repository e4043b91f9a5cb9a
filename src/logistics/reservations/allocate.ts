import type { Units } from '../stock-schemas.ts'

/** Units of a product that an order requests. */
export type ProductUnits = { productId: number; quantite: number }
/** The unreserved units of a product in a store. */
export type FreeUnits = { productId: number; storeId: number; libre: number }
/** A product with fewer units than requested, or, if it is refused without stock rows, an unknown number of them. */
export type Shortfall = ProductUnits & { libre: number | undefined }

/**
 * Decides which stores supply which units. If stores can serve the whole order, the one with the most free units of its
 * products does; otherwise each product comes from the stores with the most free units of it. A product without stock
 * rows is not tracked: it is not supplied, and it is short only if `refusesUntracked`. If `only` is given, no other
 * store supplies. `taken` is in the lock order of stock; for a short product it contains the available units.
 */
export function allocate(
  requested: readonly ProductUnits[],
  free: readonly FreeUnits[],
  { only, refusesUntracked = false }: { only?: number | undefined; refusesUntracked?: boolean } = {},
): { taken: Units[]; short: Shortfall[] } {
  const isTracked = ({ productId }: ProductUnits) => free.some(row => row.productId === productId)
  const tracked = requested.filter(isTracked)
  const allowed = only === undefined ? free : free.filter(({ storeId }) => storeId === only)
  const servingStore = findServingStore(tracked, allowed)
  const fullestFirst = allowed
    .filter(({ storeId, libre }) => libre > 0 && (servingStore === undefined || storeId === servingStore))
    .sort((a, b) => b.libre - a.libre || a.storeId - b.storeId)

  const taken: Units[] = []
  const short: Shortfall[] = refusesUntracked
    ? requested.filter(units => !isTracked(units)).map(units => ({ ...units, libre: undefined }))
    : []
  for (const { productId, quantite } of tracked) {
    let missing = quantite
    for (const { storeId, libre } of fullestFirst.filter(row => row.productId === productId)) {
      if (missing === 0) break
      const given = Math.min(missing, libre)
      taken.push({ productId, storeId, quantite: given })
      missing -= given
    }
    if (missing > 0) short.push({ productId, quantite, libre: quantite - missing })
  }
  return {
    taken: taken.sort((a, b) => a.productId - b.productId || a.storeId - b.storeId),
    short: short.sort((a, b) => a.productId - b.productId),
  }
}

/** Returns the ids of the supplying stores, each once, sorted. */
export const storesOf = (taken: readonly Units[]) =>
  [...new Set(taken.map(({ storeId }) => storeId))].sort(byNumber)

const byNumber = (a: number, b: number) => a - b

function findServingStore(
  requested: readonly ProductUnits[],
  free: readonly FreeUnits[],
): number | undefined {
  const quantities = new Map(requested.map(({ productId, quantite }) => [productId, quantite]))
  const stores = new Map<number, { serves: number; libre: number }>()
  for (const { productId, storeId, libre } of free) {
    if (libre < (quantities.get(productId) ?? Number.POSITIVE_INFINITY)) continue
    const { serves, libre: before } = stores.get(storeId) ?? { serves: 0, libre: 0 }
    stores.set(storeId, { serves: serves + 1, libre: before + libre })
  }
  const [best] = [...stores]
    .filter(([, { serves }]) => serves === requested.length)
    .sort(([a, { libre: x }], [b, { libre: y }]) => y - x || a - b)
  return best?.[0]
}

const PRODUCT_ID = /^[1-9]\d{0,14}$/

/** Returns the product id of an article; undefined if the article's id is not one: such an article has no stock. */
export const productIdOf = (id: string) => (PRODUCT_ID.test(id) ? Number(id) : undefined)

/**
 * Returns the requested units by product. Quantities of the same product are added up; articles without a product id
 * are omitted.
 */
export function unitsByProduct(articles: readonly { id: string; quantite: number }[]): ProductUnits[] {
  const sums = new Map<number, number>()
  for (const { id, quantite } of articles) {
    const productId = productIdOf(id)
    if (productId === undefined) continue
    sums.set(productId, Math.min((sums.get(productId) ?? 0) + quantite, Number.MAX_SAFE_INTEGER))
  }
  return [...sums].map(([productId, quantite]) => ({ productId, quantite }))
}
