import type { Database } from '../../platform/database/database.ts'
import { countListed } from '../read-model/store/counts.ts'
import { identifierOf } from '../words/identifiers.ts'
import type { WordCount } from '../words/store.ts'
import { matchProducts } from './match-products.ts'
import { MOST_MATCHES } from './shares.ts'
import { identifiedIds } from './store.ts'
import { readWords } from './understand.ts'

/** `more`: there are 1,000 or more. `approximate`: they have some of the words only. */
export type SearchResult = { ids: number[]; more: boolean; approximate: boolean }

/**
 * The ids of the products that a search finds, at most 1,000, the best first: what has exactly this number, then what has
 * all words. `family`: they are in it. An engine made for searching would take this function's place.
 */
export async function searchIds(
  db: Database,
  search: string,
  family?: WordCount | undefined,
): Promise<SearchResult> {
  const [words, exact, products] = await Promise.all([
    readWords(db, search),
    identifiedIds(db, identifierOf(search), family?.mot),
    countListed(db),
  ])
  const matching = { db, family, products }
  const { ids: matched, approximate, more } = await matchProducts(matching, words)
  // Who typed a number wants that product, not what has a part of it.
  if (exact.length > 0 && approximate) return { ids: exact, more: false, approximate: false }
  const ids = [...new Set([...exact, ...matched])].slice(0, MOST_MATCHES)
  return { ids, more: more || ids.length === MOST_MATCHES, approximate }
}
