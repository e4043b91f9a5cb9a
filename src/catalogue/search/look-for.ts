import type { Database } from '../../platform/database/database.ts'
import type { WordCount } from '../words/store.ts'
import { largerShare, MOST_EXPECTED, MOST_MATCHES, shareOf } from './shares.ts'
import { ordersOf, type Ranked } from './store/ranking.ts'
import { bestIds, countWithin, type Wanted } from './store.ts'
import { boundOf, each, queryOfAll, soughtOf, type Term } from './term.ts'

/**
 * What a search looks in, and what it has found. `family` is a word too. `products` are listed. `counted`: how many products
 * are expected to match what was counted before. Where 1,000 or more match, it is noted that there are `more`.
 */
export type Looking = {
  db: Database
  family: WordCount | undefined
  products: number
  counted: Map<string, number>
  found: Set<number>
  more: boolean
}

/**
 * Adds products with all the words, the best first, at most 1,000: those of a share of the products that has as many, or of
 * all.
 */
export async function lookFor(looking: Looking, words: Ranked) {
  const { db, found } = looking
  const { wanted, bound } = wantedOf(looking, words.terms)
  if (bound === 0) return
  const look = { wanted, orders: ordersOf(words), before: [...found], most: MOST_MATCHES }
  let share = shareOf(await expected(looking, words.terms))
  let ids = await bestIds(db, { ...look, share })
  while (ids.length < MOST_MATCHES && share > 1) {
    share = largerShare(share, ids.length)
    ids = await bestIds(db, { ...look, share })
  }
  for (const id of ids) found.add(id)
  looking.more ||= ids.length === MOST_MATCHES
}

/** How much smaller a share is that is counted than one that is ranked. */
const PROBE = 4

/**
 * How many products have all these words, as far as a small share lets expect. Rather too few, by one standard deviation: a
 * share that holds fewer than are shown is ranked in vain.
 */
export async function expected(looking: Looking, terms: readonly Term[]): Promise<number> {
  const { wanted, bound, isCounted } = wantedOf(looking, terms)
  if (isCounted || bound < MOST_MATCHES) return bound
  const key = `${wanted.sought} ${wanted.match}`
  const known = looking.counted.get(key)
  if (known !== undefined) return known
  const share = shareOf(PROBE * bound)
  const count = await countWithin(looking.db, wanted, share, MOST_EXPECTED)
  const matches = share * (count - Math.sqrt(count))
  looking.counted.set(key, matches)
  return matches
}

/** What products with all these words must have, how many have it at most, and whether exactly so many do. */
function wantedOf({ family, products }: Looking, terms: readonly Term[]) {
  const all = family ? [...terms, family] : terms
  const sought = soughtOf(all, products)
  const wanted: Wanted = {
    sought: queryOfAll(each(sought, 'anywhere'), { spellsOut: true }),
    ...(sought.length < all.length && { match: queryOfAll(each(all, 'anywhere')) }),
  }
  const isCounted = all.length === 1 && all.every(term => 'mot' in term)
  return { wanted, bound: Math.min(products, ...all.map(boundOf)), isCounted }
}
