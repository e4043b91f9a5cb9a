import type { Database } from '../../platform/database/database.ts'
import type { WordCount } from '../words/store.ts'
import { fewerWords } from './fewer-words.ts'
import { lookFor } from './look-for.ts'
import type { Ranked } from './store/ranking.ts'
import type { Term } from './term.ts'
import type { Word } from './understand.ts'

/** Where no product has all words, products with some of them are looked for until there are so many. */
const FEW = 20

/** `approximate`: they have some of the words only. */
export type Matches = { ids: number[]; approximate: boolean }

/**
 * The ids of the products that match best, at most 1,000, the best first: those with all words; only where there is none,
 * those with some. `family` is a word too. `products` are listed.
 */
export async function matchProducts(
  db: Database,
  words: readonly Word[],
  family: WordCount | undefined,
  products: number,
): Promise<Matches> {
  const found = new Set<number>()
  const looking = { db, family, products, found }
  const terms = words.flatMap(({ term }) => term ?? [])
  if (terms.length > 0 && terms.length === words.length) await lookFor(looking, rankedBy(words, terms))
  if (found.size > 0 || words.length === 1) return { ids: [...found], approximate: false }
  for (const { words: some, matches } of await fewerWords(looking, terms, words.length))
    if (found.size < FEW) await lookFor(looking, some, matches)
  return { ids: [...found], approximate: found.size > 0 }
}

function rankedBy(words: readonly Word[], terms: readonly Term[]): Ranked {
  const last = words.at(-1)
  const ending = (narrower: Term | undefined) => narrower && [...terms.slice(0, -1), narrower]
  const [literal, likely] = [ending(last?.literal), ending(last?.likely)]
  return { terms, ...(literal && { literal }), ...(likely && { likely }) }
}
