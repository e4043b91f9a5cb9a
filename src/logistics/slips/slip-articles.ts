import { type Held, productIdOf } from '../reservations/allocate.ts'
import type { SlipArticle } from './schemas.ts'

type Article = { id: string; nom: string; quantite: number }

/** The lines of a slip: for each article what each store gives, then what is missing. What is not tracked is never missing. */
export function slipArticles(
  articles: readonly Article[],
  taken: readonly Held[],
  tracked: ReadonlySet<number>,
): SlipArticle[] {
  const rest = taken.map(held => ({ ...held }))
  return articles.flatMap(({ id, nom, quantite }) => {
    const productId = productIdOf(id)
    const lines: SlipArticle[] = []
    let left = quantite
    for (const held of rest) {
      const given = held.productId === productId ? Math.min(left, held.quantite) : 0
      if (given === 0) continue
      lines.push({ id, nom, quantite: given, storeId: held.storeId, manquant: 0 })
      held.quantite -= given
      left -= given
    }
    if (left === 0) return lines
    const manquant = productId !== undefined && tracked.has(productId) ? left : 0
    return [...lines, { id, nom, quantite: left, storeId: null, manquant }]
  })
}

/**
 * The lines of each store's slip, in the order in which the stores first serve; what no store gives stands on the first.
 * `handsOver`: the store where the order is collected has a slip even when it gives nothing.
 */
export function byStore(
  lines: readonly SlipArticle[],
  handsOver?: number,
): { storeId: number | null; lines: SlipArticle[] }[] {
  const stores = [...new Set([handsOver ?? null, ...lines.map(({ storeId }) => storeId)])]
  const [first = null, ...others] = stores.filter(storeId => storeId !== null)
  const of = (store: number | null) =>
    lines.filter(({ storeId }) => storeId === store || (storeId === null && store === first))
  return [first, ...others].map(storeId => ({ storeId, lines: of(storeId) }))
}
