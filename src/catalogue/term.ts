import type { Wanted } from './store/search.ts'
import type { WordCount } from './store/words.ts'
import { lexeme } from './vector.ts'

/** What a product must have: a word, one of several, or all of several. */
export type Term = WordCount | { any: Term[] } | { all: Term[] }

/** The text of a tsquery. `weight`: of words that stand there alone, `A` in the name. */
export function queryOf(term: Term, weight = ''): string {
  if ('mot' in term) return lexeme(term.mot) + (weight && `:${weight}`)
  const parts = 'any' in term ? term.any : term.all
  return `(${parts.map(part => queryOf(part, weight)).join('any' in term ? ' | ' : ' & ')})`
}

export const wantedOf = (match: Term, words: readonly Term[]): Wanted => ({
  match: queryOf(match),
  words: queryOf({ all: [...words] }),
  inName: queryOf({ all: [...words] }, 'A'),
  any: queryOf({ any: [...words] }),
  single: words.length === 1,
})

/** How many products may have it at most: in name, brand and category, or anywhere. */
export function boundOf(term: Term, where: 'nombreNom' | 'nombreTexte'): number {
  if ('mot' in term) return term[where]
  return 'any' in term
    ? term.any.reduce((sum, part) => sum + boundOf(part, where), 0)
    : Math.min(...term.all.map(part => boundOf(part, where)))
}
