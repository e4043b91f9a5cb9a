import type { Intent, Product, Search } from './judged-set.ts'

export const TOP = 10

/** Names and category paths match by substring, other fields by equality. */
const matches = (product: Product, properties: Partial<Product>) =>
  Object.entries(properties).every(([name, value]) => {
    const known = product[name as keyof Product]
    return name === 'nom' || name === 'categories' ? String(known).includes(value as string) : known === value
  })

export const gradeOf = (product: Product, intent: Intent): number =>
  ([3, 2, 1] as const).find(grade => intent[grade]?.some(properties => matches(product, properties))) ?? 0

/** Discounted cumulative gain of the first ten: the sum of (2^grade - 1) / log2(rank + 1). */
const discountedGain = (grades: readonly number[]) =>
  grades.slice(0, TOP).reduce((sum, grade, i) => sum + (2 ** grade - 1) / Math.log2(i + 2), 0)

export type Judgement = { kind: string; typed: string; ndcg: number; isFirstRight: boolean; isEmpty: boolean }

/** `found`: EANs of the first ten results, in order. Throws if no product has grade 3. */
export function judge(
  { typed, kind, intent }: Search,
  products: readonly Product[],
  found: readonly string[],
): Judgement {
  const grades = new Map(products.map(product => [product.ean, gradeOf(product, intent)]))
  const best = [...grades.values()].sort((a, b) => b - a)
  const shown = found.map(ean => grades.get(ean) ?? 0)
  if (best[0] !== 3) throw new Error(`${typed}: no product has grade 3`)
  return {
    ...{ kind, typed },
    ndcg: discountedGain(shown) / discountedGain(best),
    isFirstRight: shown[0] === 3,
    isEmpty: found.length === 0,
  }
}

const mean = (figures: readonly number[]) => figures.reduce((sum, figure) => sum + figure, 0) / figures.length

/** Counts and mean NDCG at 10 by kind of search and overall; `first` counts searches whose first result has grade 3. */
export function summarise(judged: readonly Judgement[]) {
  const kinds = [...new Set(judged.map(({ kind }) => kind))]
  return [...kinds, 'all'].map(kind => {
    const some = judged.filter(query => kind === 'all' || query.kind === kind)
    return {
      ...{ kind, queries: some.length, ndcg: mean(some.map(({ ndcg }) => ndcg)) },
      first: some.filter(({ isFirstRight }) => isFirstRight).length,
      nothing: some.filter(({ isEmpty }) => isEmpty).length,
    }
  })
}
