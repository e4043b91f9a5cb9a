import type { SearchWord } from './parse-search.ts'
import { boundOf, queryOfAll, type Term } from './terms.ts'

/**
 * The ranking of results. `likely` narrows the last word to its most likely completion; `wider` are larger sets of the
 * words, the largest first, if only some of the words are searched for. `inTitle`: only products with a word in name,
 * brand or category.
 */
export type Ranking = {
  terms: readonly Term[]
  likely?: readonly Term[]
  wider?: readonly (readonly Term[])[]
  inTitle?: boolean
}

/** A column of the search table and the text of a tsquery that it should match. */
type Signal = readonly ['titre' | 'mots', string]

/** Returns the ranking of products that have all words; undefined if there are no words or one is unknown. */
export function rankingOf(words: readonly SearchWord[]): Ranking | undefined {
  const terms = words.flatMap(({ term }) => term ?? [])
  if (terms.length === 0 || terms.length < words.length) return undefined
  const likely = words.at(-1)?.likely
  return { terms, ...(likely && { likely: [...terms.slice(0, -1), likely] }) }
}

/**
 * Returns the signals, the most important first; products that match the first one precede all others, and so on.
 * Without one of them, the NDCG at 10 of the judged searches of `bench/relevance` fell by: likely word 0.013, all words
 * in the name 0.013, all in the title 0.003, any in the name 0.004. Products with equal signals are ordered by `rang`.
 */
export function signalsOf({ terms, likely, wider = [] }: Ranking): Signal[] {
  const inName = queryOfAll(terms, 'name')
  return [
    ...wider.map((more): Signal => ['mots', queryOfAll(more, 'text')]),
    ...(likely ? [['titre', `${queryOfAll(likely, 'identity')} & ${inName}`] as const] : []),
    ['titre', inName],
    ['titre', queryOfAll(terms, 'title')],
    ...(terms.length > 1 ? [['titre', queryOfAll([{ any: [...terms] }], 'name')] as const] : []),
  ]
}

/**
 * Returns the searches for some of the words, in order: all words that products have (if one is unknown), then without the
 * most common one, and so on; last the rarest word, and each other word that at most half of the products have.
 */
export function createRelaxedRankings(terms: readonly Term[], words: number, listed: number): Ranking[] {
  const rarest = terms.toSorted((a, b) => boundOf(a) - boundOf(b))
  const most = Math.min(rarest.length, words - 1)
  const sets = Array.from({ length: Math.max(0, most - 1) }, (_, i) => rarest.slice(0, most - i))
  const alone = rarest.filter((term, i) => i === 0 || boundOf(term) <= listed / 2)
  return [
    ...sets.map((some, i) => ({ terms: some, wider: sets.slice(0, i) })),
    ...alone.map(term => ({ terms: [term], wider: sets })),
  ]
}
