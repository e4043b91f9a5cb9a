import { fewerWords } from './fewer-words.ts'
import { type Looking, lookFor } from './look-for.ts'
import type { Ranked } from './store/ranking.ts'
import type { Term } from './term.ts'
import type { Word } from './understand.ts'

/** Where no product has all words, products with some of them are looked for until there are so many. */
const FEW = 20

/** `approximate`: they have some of the words only. `more`: further products match. */
export type Matches = { ids: number[]; approximate: boolean; more: boolean }

export type Matching = Pick<Looking, 'db' | 'family' | 'products'>

/**
 * The ids of the products that match best, the best first, at most 1,000: those with all words; only where there is none,
 * those with some.
 */
export async function matchProducts(matching: Matching, words: readonly Word[]): Promise<Matches> {
  const looking: Looking = { ...matching, counted: new Map(), found: new Set(), more: false }
  const { found } = looking
  const terms = words.flatMap(({ term }) => term ?? [])
  if (terms.length > 0 && terms.length === words.length) await lookFor(looking, rankedBy(words, terms))
  if (found.size > 0 || words.length === 1) return { ids: [...found], approximate: false, more: looking.more }
  for (const some of await fewerWords(looking, terms, words.length))
    if (found.size < FEW) await lookFor(looking, some)
  return { ids: [...found], approximate: found.size > 0, more: looking.more }
}

function rankedBy(words: readonly Word[], terms: readonly Term[]): Ranked {
  const last = words.at(-1)
  const ending = (narrower: Term | undefined) => narrower && [...terms.slice(0, -1), narrower]
  const [literal, likely] = [ending(last?.literal), ending(last?.likely)]
  return { terms, ...(literal && { literal }), ...(likely && { likely }) }
}
