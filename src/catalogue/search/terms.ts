import type { WordCount } from '../words/store.ts'
import { isFamily, quoteLexeme, WEIGHTS, type Weight } from '../words/weighted-terms.ts'

/** A word; a prefix, with its `words` if they are few; any of several terms; all of several terms. */
export type Term =
  | Pick<WordCount, 'mot' | 'nombreTexte'>
  | { prefix: string; nombreTexte: number; words: readonly string[] | null }
  | { any: Term[] }
  | { all: Term[] }

export const allOf = (terms: readonly Term[]): Term => {
  const [only, ...others] = terms
  return only && others.length === 0 ? only : { all: [...terms] }
}
export const anyOf = (terms: readonly Term[]): Term | undefined =>
  terms.length > 1 ? { any: [...terms] } : terms[0]

const partsOf = (term: { any: Term[] } | { all: Term[] }) => ('any' in term ? term.any : term.all)

/** Returns the text of a tsquery. For `text`, a prefix of few words lists them, since an index finds them faster. */
function queryOf(term: Term, weight: Weight): string {
  const word = (text: string) => quoteLexeme(isFamily(text) ? text : `${WEIGHTS[weight]}${text}`)
  if ('mot' in term) return word(term.mot)
  if ('prefix' in term)
    return weight === 'text' && term.words
      ? `(${term.words.map(word).join(' | ')})`
      : `${word(term.prefix)}:*`
  const within = partsOf(term).map(part => queryOf(part, weight))
  return `(${within.join('any' in term ? ' | ' : ' & ')})`
}

export const queryOfAll = (terms: readonly Term[], weight: Weight) =>
  terms.map(term => queryOf(term, weight)).join(' & ')

/** Returns an upper bound of the number of products that match. */
export function boundOf(term: Term): number {
  if (!('any' in term || 'all' in term)) return term.nombreTexte
  const bounds = partsOf(term).map(boundOf)
  return 'any' in term ? bounds.reduce((sum, bound) => sum + bound, 0) : Math.min(...bounds)
}

/** Whether a term contains a prefix of many words, for which a GIN index would read all entries of each of them. */
export function isOpenEnded(term: Term): boolean {
  if ('prefix' in term) return term.words === null
  return 'mot' in term ? false : partsOf(term).some(isOpenEnded)
}
