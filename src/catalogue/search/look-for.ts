import type { Database } from '../../platform/database/database.ts'
import type { WordCount } from '../words/store.ts'
import { type Counted, countUpTo } from './shares.ts'
import { type Ranked, stagesOf, widerOf } from './store/ranking.ts'
import { countWithin, firstIds, sortedIds, type Wanted } from './store.ts'
import { boundOf, type Part, queryOfAll, soughtOf, type Term } from './term.ts'

/** A search shows so many of its matches: it ranks no more, however common its words are. */
export const MOST_MATCHES = 1_000

/**
 * What a search looks in, and what it has found. `family` is a word too. `products` are listed. Where 1,000 or more match, no
 * more than the first `wanted` are looked for, and it is noted that there are `more`.
 */
export type Looking = {
  db: Database
  family: WordCount | undefined
  products: number
  wanted: number
  found: Set<number>
  more: boolean
}

/**
 * Adds products with all the words. Where few have them, one look finds all and sorts them. Where 1,000 or more do, those of
 * each stage are looked for in turn in a share of the products that has as many. `counted`: how many are expected, where that
 * is known.
 */
export async function lookFor(looking: Looking, words: Ranked, counted?: Counted) {
  const { db, found, wanted } = looking
  const add = (ids: readonly number[]) => {
    for (const id of ids) found.add(id)
  }
  const { matches, share } = counted ?? (await expected(looking, words.terms))
  const few = matches < MOST_MATCHES
  const [stages, wider] = [stagesOf(words, few), widerOf(words)]
  if (few) {
    const all = inFamily(looking, words.terms.map(anywhere))
    const left = { before: [...found], most: MOST_MATCHES - found.size }
    const queries = [...wider, ...stages.slice(0, -1)].map(parts => queryOfAll(parts))
    return add(await sortedIds(db, wantedOf(looking, all), queries, left))
  }
  looking.more = true
  for (const stage of [...wider, []].flatMap(more => stages.map(parts => [...more, ...parts]))) {
    const parts = inFamily(looking, stage)
    const left = { before: [...found], most: wanted - found.size }
    if (left.most > 0 && boundOfAll(parts) > 0) add(await firstIds(db, wantedOf(looking, parts), share, left))
  }
}

/** How many products have all these words, as far as a share of them lets expect. */
export async function expected(looking: Looking, terms: readonly Term[]): Promise<Counted> {
  const parts = inFamily(looking, terms.map(anywhere))
  const bound = boundOfAll(parts)
  if (bound < MOST_MATCHES) return { matches: bound, share: 1 }
  const asked = wantedOf(looking, parts)
  return countUpTo(bound, MOST_MATCHES, share => countWithin(looking.db, asked, share, MOST_MATCHES))
}

const anywhere = (term: Term): Part => ({ term, place: 'anywhere' })

const boundOfAll = (parts: readonly Part[]) => Math.min(...parts.map(boundOf))

const inFamily = ({ family }: Looking, parts: readonly Part[]): Part[] =>
  family ? [...parts, anywhere({ ...family, nombreEst: family.nombreNom })] : [...parts]

function wantedOf({ products }: Looking, parts: readonly Part[]): Wanted {
  const sought = soughtOf(parts, products)
  return {
    sought: queryOfAll(sought, { spellsOut: true }),
    ...(sought.length < parts.length && { match: queryOfAll(parts) }),
  }
}
