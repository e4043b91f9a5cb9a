import type { Ranking } from './ranking.ts'
import { boundOf, type Term } from './terms.ts'

/**
 * The searches for some of the words, in their order: all words that products have (if one has none), then without the most
 * common one, and so on; last each word alone, except those that more than half of all products have.
 */
export function relaxedRankings(terms: readonly Term[], words: number, listed: number): Ranking[] {
  const rarest = terms.toSorted((a, b) => boundOf(a) - boundOf(b))
  const most = Math.min(rarest.length, words - 1)
  const sets = Array.from({ length: Math.max(0, most - 1) }, (_, i) => rarest.slice(0, most - i))
  const alone = rarest.filter((term, i) => i === 0 || boundOf(term) <= listed / 2)
  return [
    ...sets.map((some, i) => ({ terms: some, wider: sets.slice(0, i) })),
    ...alone.map(term => ({ terms: [term], wider: sets })),
  ]
}
