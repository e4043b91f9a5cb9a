/** Units of a product that an order asks for. */
export type Wanted = { productId: number; quantite: number }
/** The units of it that a store gives. */
export type Held = Wanted & { storeId: number }
/** The units of a product that are free in a store. */
export type Free = { productId: number; storeId: number; libre: number }
/** A product of which there is less than is wanted. */
export type Short = Wanted & { libre: number }

/**
 * Which store gives what: one that can serve the whole order serves it, the fullest of these; else each product comes from
 * its fullest stores first. A product without stock, in whatever store, is not tracked: it is neither given nor short.
 * `only`: no other store serves. `taken` is in the order in which stock is locked; where something is short it is what
 * there is.
 */
export function allocate(
  wanted: readonly Wanted[],
  free: readonly Free[],
  only?: number,
): { taken: Held[]; short: Short[] } {
  const tracked = wanted.filter(({ productId }) => free.some(row => row.productId === productId))
  const allowed = only === undefined ? free : free.filter(({ storeId }) => storeId === only)
  const whole = wholeStore(tracked, allowed)
  const fullestFirst = allowed
    .filter(({ storeId, libre }) => libre > 0 && (whole === undefined || storeId === whole))
    .sort((a, b) => b.libre - a.libre || a.storeId - b.storeId)

  const taken: Held[] = []
  const short: Short[] = []
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

/** The stores that give, each once. */
export const storesOf = (taken: readonly Held[]) =>
  [...new Set(taken.map(({ storeId }) => storeId))].sort(byNumber)

const byNumber = (a: number, b: number) => a - b

function wholeStore(wanted: readonly Wanted[], free: readonly Free[]): number | undefined {
  const quantities = new Map(wanted.map(({ productId, quantite }) => [productId, quantite]))
  const stores = new Map<number, { serves: number; libre: number }>()
  for (const { productId, storeId, libre } of free) {
    if (libre < (quantities.get(productId) ?? Number.POSITIVE_INFINITY)) continue
    const { serves, libre: before } = stores.get(storeId) ?? { serves: 0, libre: 0 }
    stores.set(storeId, { serves: serves + 1, libre: before + libre })
  }
  const [best] = [...stores]
    .filter(([, { serves }]) => serves === wanted.length)
    .sort(([a, { libre: x }], [b, { libre: y }]) => y - x || a - b)
  return best?.[0]
}

const PRODUCT_ID = /^[1-9]\d{0,14}$/

/** The product that an article's id names; undefined for one that is no product id: such an article has no stock. */
export const productIdOf = (id: string) => (PRODUCT_ID.test(id) ? Number(id) : undefined)

/** How many of each product the articles come to; a product named twice is wanted once, in all. */
export function wantedOf(articles: readonly { id: string; quantite: number }[]): Wanted[] {
  const sums = new Map<number, number>()
  for (const { id, quantite } of articles) {
    const productId = productIdOf(id)
    if (productId === undefined) continue
    sums.set(productId, Math.min((sums.get(productId) ?? 0) + quantite, Number.MAX_SAFE_INTEGER))
  }
  return [...sums].map(([productId, quantite]) => ({ productId, quantite }))
}
