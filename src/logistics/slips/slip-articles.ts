import { productIdOf } from '../reservations/allocate.ts'
import type { Units } from '../stock-schemas.ts'
import type { SlipArticle } from './schemas.ts'

type Article = { id: string; nom: string; quantite: number }

/**
 * Returns the lines of the slips: for each article the units of each store, then the units that no store supplies. The
 * latter are missing only if the product is tracked.
 */
export function slipArticles(
  articles: readonly Article[],
  taken: readonly Units[],
  tracked: ReadonlySet<number>,
): SlipArticle[] {
  const rest = taken.map(supply => ({ ...supply }))
  return articles.flatMap(({ id, nom, quantite }) => {
    const productId = productIdOf(id)
    const lines: SlipArticle[] = []
    let left = quantite
    for (const supply of rest) {
      const given = supply.productId === productId ? Math.min(left, supply.quantite) : 0
      if (given === 0) continue
      lines.push({ id, nom, quantite: given, storeId: supply.storeId, manquant: 0 })
      supply.quantite -= given
      left -= given
    }
    if (left === 0) return lines
    const manquant = productId !== undefined && tracked.has(productId) ? left : 0
    return [...lines, { id, nom, quantite: left, storeId: null, manquant }]
  })
}

/**
 * Groups lines by store, in the order in which the stores first supply. Lines without a store are in the first group,
 * whose store is null if no store supplies. The store `handsOver`, where the order is collected, is the first and has a
 * group even if it supplies nothing.
 */
export function groupByStore(
  lines: readonly SlipArticle[],
  handsOver?: number,
): { storeId: number | null; lines: SlipArticle[] }[] {
  const stores = [...new Set([handsOver ?? null, ...lines.map(({ storeId }) => storeId)])]
  const [first = null, ...others] = stores.filter(storeId => storeId !== null)
  const of = (store: number | null) =>
    lines.filter(({ storeId }) => storeId === store || (storeId === null && store === first))
  return [first, ...others].map(storeId => ({ storeId, lines: of(storeId) }))
}
