import { isFamily, MARKS, type Place } from '../words/marks.ts'
import type { Beginning } from '../words/store.ts'
import { lexeme } from '../words/vector.ts'

/** What a product must have: a word, any word that begins so, one of several, or all of several. */
export type Term = { mot: string; nombreTexte: number } | Beginning | { any: Term[] } | { all: Term[] }

export const allOf = (terms: readonly Term[]): Term => {
  const [only, ...others] = terms
  return only && others.length === 0 ? only : { all: [...terms] }
}
export const anyOf = (terms: readonly Term[]): Term | undefined =>
  terms.length > 1 ? { any: [...terms] } : terms[0]

/** What a product must have, and where. */
export type Part = { term: Term; place: Place }

/** `spellsOut`: beginnings as the words that begin so, where these are few. */
type Written = { spellsOut?: boolean }

/** The text of a tsquery. */
export function queryOf({ term, place }: Part, written: Written = {}): string {
  const word = (text: string) => lexeme(isFamily(text) ? text : `${MARKS[place]}${text}`)
  if ('mot' in term) return word(term.mot)
  if ('debut' in term)
    return written.spellsOut && term.words ? `(${term.words.map(word).join(' | ')})` : `${word(term.debut)}:*`
  const parts = 'any' in term ? term.any : term.all
  const within = parts.map(part => queryOf({ term: part, place }, written))
  return `(${within.join('any' in term ? ' | ' : ' & ')})`
}

/** That of all these. */
export const queryOfAll = (parts: readonly Part[], written?: Written) =>
  parts.map(part => queryOf(part, written)).join(' & ')

export const each = (terms: readonly Term[], place: Place): Part[] => terms.map(term => ({ term, place }))

/** How many products may have it at most. */
export function boundOf(term: Term): number {
  if (!('any' in term || 'all' in term)) return term.nombreTexte
  const bounds = ('any' in term ? term.any : term.all).map(boundOf)
  return 'any' in term ? bounds.reduce((sum, bound) => sum + bound, 0) : Math.min(...bounds)
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
function costOf(term: Term, left: number): number {
  const [words, mentions] = [wordsOf(term), boundOf(term)]
  if (words === undefined) return COST.collect * mentions
  const tries = words * left
  return Math.min(mentions, COST.skip * tries) + COST.word * tries
}

/**
 * What an index is asked for of all that must match: the rarest, and of the others, first words, then beginnings, each that
 * is sooner looked for than the products are looked at that it would spare. How often words go together is not known; the
 * square root supposes that they do so oftener than by chance.
 */
export function soughtOf(all: readonly Term[], products: number): Term[] {
  const [rarest, ...others] = all.toSorted((a, b) => boundOf(a) - boundOf(b))
  if (!rarest) return []
  const sought = [rarest]
  let left = boundOf(rarest)
  const isBeginning = (term: Term) => Number(wordsOf(term) === undefined)
  for (const term of others.toSorted((a, b) => isBeginning(a) - isBeginning(b))) {
    const share = Math.min(1, boundOf(term) / products)
    if (costOf(term, left) >= left * (1 - share) * COST.product) continue
    sought.push(term)
    left *= Math.sqrt(share)
  }
  return sought
}
