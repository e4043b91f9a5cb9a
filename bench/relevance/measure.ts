import type { Fact } from './facts.ts'
import type { Intent } from './intents.ts'
import type { Query } from './queries.ts'

export const TOP = 10

/** A name or a category path is meant in part; every other fact whole. */
const has = (product: Fact, some: Partial<Fact>) =>
  Object.entries(some).every(([name, value]) => {
    const known = product[name as keyof Fact]
    return name === 'nom' || name === 'categories' ? String(known).includes(value as string) : known === value
  })

export const gradeOf = (product: Fact, intent: Intent): number =>
  ([3, 2, 1] as const).find(grade => intent[grade]?.some(some => has(product, some))) ?? 0

/** What a list of grades is worth, the first most: (2^grade - 1) / log2(place + 1). */
const worth = (grades: readonly number[]) =>
  grades.slice(0, TOP).reduce((sum, grade, i) => sum + (2 ** grade - 1) / Math.log2(i + 2), 0)

export type Judged = { kind: string; typed: string; ndcg: number; isFirstRight: boolean; isEmpty: boolean }

/** `found`: the eans that a search shows, the first ten. */
export function judge(
  { typed, kind, intent }: Query,
  products: readonly Fact[],
  found: readonly string[],
): Judged {
  const grades = new Map(products.map(product => [product.ean, gradeOf(product, intent)]))
  const best = [...grades.values()].sort((a, b) => b - a)
  const shown = found.map(ean => grades.get(ean) ?? 0)
  if (best[0] !== 3) throw new Error(`${typed}: no product deserves the best grade`)
  return {
    ...{ kind, typed },
    ndcg: worth(shown) / worth(best),
    isFirstRight: shown[0] === 3,
    isEmpty: found.length === 0,
  }
}

const mean = (figures: readonly number[]) => figures.reduce((sum, figure) => sum + figure, 0) / figures.length

/** Of each kind of query, and of all of them: how many, NDCG at 10, the right thing first, nothing found. */
export function summarise(judged: readonly Judged[]) {
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
