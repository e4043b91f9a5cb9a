import type { Wanted } from './store/search.ts'
import type { WordCount } from './store/words.ts'
import { lexeme } from './vector.ts'

/** What a product must have: a word, one of several, or all of several. */
export type Term = WordCount | { any: Term[] } | { all: Term[] }

/** Which of the counts of a word: in name, brand and category, or anywhere. */
export type Where = 'nombreNom' | 'nombreTexte'

/** The text of a tsquery. `weight`: of words that stand there alone, `A` in the name. */
export function queryOf(term: Term, weight = ''): string {
  if ('mot' in term) return lexeme(term.mot) + (weight && `:${weight}`)
  const parts = 'any' in term ? term.any : term.all
  return `(${parts.map(part => queryOf(part, weight)).join('any' in term ? ' | ' : ' & ')})`
}

/** To look at one product costs what an index takes to read so many mentions of a word. */
const MENTIONS_A_PRODUCT = 300

/**
 * What an index is asked for: all that must match, but the rarest of it alone where its few products are sooner looked at
 * than all mentions of the other words are read. Five words of which one is rare took 17 ms, by that one 2.
 */
function soughtOf(all: readonly Term[], where: Where): Term {
  const bounds = all.map(term => boundOf(term, where))
  const least = Math.min(...bounds)
  const others = bounds.reduce((sum, bound) => sum + bound, -least)
  return least * MENTIONS_A_PRODUCT < others ? all[bounds.indexOf(least)]! : { all: [...all] }
}

export const wantedOf = (all: readonly Term[], words: readonly Term[], where: Where): Wanted => ({
  sought: queryOf(soughtOf(all, where)),
  match: queryOf({ all: [...all] }),
  words: queryOf({ all: [...words] }),
  inName: queryOf({ all: [...words] }, 'A'),
  any: queryOf({ any: [...words] }),
  single: words.length === 1,
})

/** How many products may have it at most. */
export function boundOf(term: Term, where: Where): number {
  if ('mot' in term) return term[where]
  return 'any' in term
    ? term.any.reduce((sum, part) => sum + boundOf(part, where), 0)
    : Math.min(...term.all.map(part => boundOf(part, where)))
}
