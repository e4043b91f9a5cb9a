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

type Written = { weight?: 'A'; inIdentity?: boolean; spellsOut?: boolean }

/**
 * The text of a tsquery. `A`: of words that stand in the name; `inIdentity`: of those that say what a product is;
 * `spellsOut`: beginnings as the words that begin so, where these are few.
 */
export function queryOf(term: Term, written: Written = {}): string {
  const { weight, inIdentity = false, spellsOut = false } = written
  const word = (text: string) => lexeme(inIdentity ? identityWord(text) : text)
  if ('mot' in term) return word(term.mot) + (weight ? `:${weight}` : '')
  if ('debut' in term)
    return spellsOut && term.words
      ? `(${term.words.map(word).join(' | ')})`
      : `${word(term.debut)}:*${weight ?? ''}`
  const parts = 'any' in term ? term.any : term.all
  const within = parts.map(part => queryOf(part, written))
  return `(${within.join('any' in term ? ' | ' : ' & ')})`
}

/** How many products may have it at most. */
export function boundOf(term: Term, where: Where): number {
  if (!('any' in term || 'all' in term)) return term[where]
  return 'any' in term
    ? term.any.reduce((sum, part) => sum + boundOf(part, where), 0)
    : Math.min(...term.all.map(part => boundOf(part, where)))
}

/** What work takes, beside an index reading one mention of a word. */
const COST = { word: 2, skip: 6, collect: 10, product: 100 }

/** The words that it is spelt out as; undefined where a beginning is looked for as such, and all its mentions are read. */
function wordsOf(term: Term): number | undefined {
  if ('mot' in term) return 1
  if ('debut' in term) return term.words?.length
  const parts = ('any' in term ? term.any : term.all).map(wordsOf)
  return parts.reduce((sum, part) => sum && part && sum + part)
}

/** What it takes an index to look for it too, where it has so many products left that have what is rarer. */
function costOf(term: Term, where: Where, left: number): number {
  const [words, mentions] = [wordsOf(term), boundOf(term, where)]
  if (words === undefined) return COST.collect * mentions
  const tries = words * left
  return Math.min(mentions, COST.skip * tries) + COST.word * tries
}

/**
 * What an index is asked for of all that must match: the rarest, and of the others, first words, then beginnings, each that
 * is sooner looked for than the products are looked at that it would spare. How often words go together is not known; the
 * square root supposes that they do so oftener than by chance.
 */
export function soughtOf(all: readonly Term[], where: Where, products: number): Term[] {
  const [rarest, ...others] = all.toSorted((a, b) => boundOf(a, where) - boundOf(b, where))
  if (!rarest) return []
  const sought = [rarest]
  let left = boundOf(rarest, where)
  const isBeginning = (term: Term) => Number(wordsOf(term) === undefined)
  for (const term of others.toSorted((a, b) => isBeginning(a) - isBeginning(b))) {
    const share = Math.min(1, boundOf(term, where) / products)
    if (costOf(term, where, left) >= left * (1 - share) * COST.product) continue
    sought.push(term)
    left *= Math.sqrt(share)
  }
  return sought
}
