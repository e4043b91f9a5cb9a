import { identityWord } from '../words/identity.ts'
import type { Beginning, WordCount } from '../words/store.ts'
import { lexeme } from '../words/vector.ts'

/** What a product must have: a word, any word that begins so, one of several, or all of several. */
export type Term = WordCount | Beginning | { any: Term[] } | { all: Term[] }

/** Which of the counts of a word: where it says what a product is, in name, brand and category, or anywhere. */
export type Where = 'nombreEst' | 'nombreNom' | 'nombreTexte'

export const allOf = (terms: readonly Term[]): Term => {
  const [only, ...others] = terms
  return only && others.length === 0 ? only : { all: [...terms] }
}
export const anyOf = (terms: readonly Term[]): Term | undefined =>
  terms.length > 1 ? { any: [...terms] } : terms[0]

type Written = { weight?: 'A'; inIdentity?: boolean }

/** The text of a tsquery. `A`: of words that stand in the name; `inIdentity`: of those that say what a product is. */
export function queryOf(term: Term, { weight, inIdentity = false }: Written = {}): string {
  const word = (text: string) => lexeme(inIdentity ? identityWord(text) : text)
  if ('mot' in term) return word(term.mot) + (weight ? `:${weight}` : '')
  if ('debut' in term) return `${word(term.debut)}:*${weight ?? ''}`
  const parts = 'any' in term ? term.any : term.all
  const within = parts.map(part => queryOf(part, { ...(weight && { weight }), inIdentity }))
  return `(${within.join('any' in term ? ' | ' : ' & ')})`
}

/** How many products may have it at most. */
export function boundOf(term: Term, where: Where): number {
  if (!('any' in term || 'all' in term)) return term[where]
  return 'any' in term
    ? term.any.reduce((sum, part) => sum + boundOf(part, where), 0)
    : Math.min(...term.all.map(part => boundOf(part, where)))
}

/** To look at one product takes what an index takes to read so many mentions of a word. */
const MENTIONS_A_PRODUCT = 120

/**
 * What an index is asked for of all that must match: from the rarest on, each word whose mentions are sooner read than the
 * products are looked at that it would spare. How often words go together is not known; the square root supposes that
 * they do so oftener than by chance. Of five words, one of them rare, asking for all took 17 ms, this way 3.
 */
export function soughtOf(all: readonly Term[], where: Where, products: number): Term[] {
  const [rarest, ...others] = all.toSorted((a, b) => boundOf(a, where) - boundOf(b, where))
  if (!rarest) return []
  const sought = [rarest]
  let left = boundOf(rarest, where)
  for (const term of others) {
    const share = Math.min(1, boundOf(term, where) / products)
    if (boundOf(term, where) >= left * (1 - share) * MENTIONS_A_PRODUCT) continue
    sought.push(term)
    left *= Math.sqrt(share)
  }
  return sought
}
