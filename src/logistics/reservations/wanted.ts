import type { Wanted } from './allocate.ts'

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
