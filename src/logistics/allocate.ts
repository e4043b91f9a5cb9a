import type { Held, Wanted } from './store/reservations.ts'

/** What is free of a product in a store. */
export type Free = { productId: number; storeId: number; libre: number }

/**
 * Which store gives what: one that can serve the whole order serves it, the fullest of these; else each product comes from
 * its fullest stores first. Products without stock are not tracked. Undefined when something is short. In the order in
 * which stock is locked.
 */
export function allocate(wanted: readonly Wanted[], free: readonly Free[]): Held[] | undefined {
  const tracked = wanted.filter(({ productId }) => free.some(row => row.productId === productId))
  const whole = wholeStore(tracked, free)
  const fullestFirst = free
    .filter(({ storeId }) => whole === undefined || storeId === whole)
    .sort((a, b) => b.libre - a.libre || a.storeId - b.storeId)
  const taken: Held[] = []
  for (const { productId, quantite } of tracked) {
    let missing = quantite
    for (const row of fullestFirst) {
      if (missing === 0) break
      if (row.productId !== productId || row.libre <= 0) continue
      const given = Math.min(missing, row.libre)
      taken.push({ productId, storeId: row.storeId, quantite: given })
      missing -= given
    }
    if (missing > 0) return undefined
  }
  return taken.sort((a, b) => a.productId - b.productId || a.storeId - b.storeId)
}

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
