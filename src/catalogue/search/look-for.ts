import type { Database } from '../../platform/database/database.ts'
import type { WordCount } from '../words/store.ts'
import { largerShare, MOST_MATCHES, shareOf } from './shares.ts'
import { queriesOf, type Ranked } from './store/ranking.ts'
import { bestIds, countWithin, type Wanted } from './store.ts'
import { boundOf, type Part, queryOfAll, soughtOf, type Term } from './term.ts'

/**
 * What a search looks in, and what it has found. `family` is a word too. `products` are listed. Where 1,000 or more match, it
 * is noted that there are `more`.
 */
export type Looking = {
  db: Database
  family: WordCount | undefined
  products: number
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
  const queries = queriesOf(words).map(parts => queryOfAll(parts))
  if (bound === 0) return
  const before = [...found]
  for (let share = shareOf(bound); ; ) {
    const ids = await bestIds(db, { wanted, share, queries, before, most: MOST_MATCHES })
    if (ids.length < MOST_MATCHES && share > 1) {
      share = largerShare(share, ids.length)
      continue
    }
    for (const id of ids) found.add(id)
    looking.more ||= ids.length === MOST_MATCHES
    return
  }
}

/** Whether more products have all these words than are shown, as far as a share of them lets expect. */
export async function areMany(looking: Looking, terms: readonly Term[]): Promise<boolean> {
  const { wanted, bound } = wantedOf(looking, terms)
  if (bound < MOST_MATCHES) return false
  const share = shareOf(bound)
  return share * (await countWithin(looking.db, wanted, share, MOST_MATCHES)) >= MOST_MATCHES
}

const anywhere = (term: Term): Part => ({ term, place: 'anywhere' })

/** What products with all these words must have, and how many have it at most. */
function wantedOf({ family, products }: Looking, terms: readonly Term[]): { wanted: Wanted; bound: number } {
  const parts = [...terms, ...(family ? [{ ...family, nombreEst: family.nombreNom }] : [])].map(anywhere)
  const sought = soughtOf(parts, products)
  const match = sought.length < parts.length ? { match: queryOfAll(parts) } : {}
  return {
    wanted: { sought: queryOfAll(sought, { spellsOut: true }), ...match },
    bound: Math.min(...parts.map(boundOf)),
  }
}
