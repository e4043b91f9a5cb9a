import { LRUCache } from 'lru-cache'
import { plain } from '../../platform/text.ts'

/** Longer words are cut: an index bounds its entries. */
const LONGEST = 40
const SHORTEST_WITH_ENDING = 4

/**
 * A word without the ending of its plural as French and English form it, and with `ie` for `y`, so that `battery`,
 * `batteries` and `batterie` are one. Nothing else is cut off: a rule of one language would break words of the other.
 */
export function stem(word: string): string {
  if (word.length < SHORTEST_WITH_ENDING || /\P{L}/u.test(word)) return word
  return word
    .replace(/([^s])s$/, '$1')
    .replace(/(au|eu|ou)x$/, '$1')
    .replace(/(ch|sh|ss|x)e$/, '$1')
    .replace(/([^aeiou])y$/, '$1ie')
}

/** A word that was cut by `stem`, as people may write it besides, so that a typo in its ending is recognised: `battery`. */
export function spellingsOf(word: string): string[] {
  if (/[^aeiou]ie$/.test(word)) return [word, word.replace(/ie$/, 'y')]
  if (/(?:ch|sh|ss|x)$/.test(word)) return [word, `${word}e`]
  return /(?:au|eu|ou)$/.test(word) ? [word, `${word}x`] : [word]
}

/** The runs of letters and of digits in a word that has both, where each run of letters says something: `iphone7`. */
export function runsOf(word: string): string[] {
  const runs = word.match(/\p{L}+|\p{N}+/gu) ?? []
  const speaks = runs.length > 1 && runs.every(run => run.length > 1 || /\p{N}/u.test(run))
  return speaks ? runs.map(stem) : []
}

const bounded = (word: string) => (word.length > LONGEST ? word.slice(0, LONGEST) : word)

/** A word of a search: `text` is its comparable form. */
export type TypedWord = { text: string; written: string }

/** The words of a search, in their order. */
export const typedWords = (text: string): TypedWord[] =>
  (plain(text).match(/[\p{L}\p{N}]+/gu) ?? []).map(word => ({
    text: bounded(stem(word)),
    written: bounded(word),
  }))

/** The words of a search in their comparable form. */
export const searchWords = (text: string): string[] => typedWords(text).map(word => word.text)

function tokensOfCompound(compound: string): string[] {
  const parts = compound.split(/[-&]/)
  const joined = parts.length > 1 && parts.every(part => /\p{L}/u.test(part)) ? [parts.join('')] : []
  return [...parts, ...joined].flatMap(word => [bounded(stem(word)), ...runsOf(word).map(bounded)])
}

/** Most words of a text were in the texts before it; cutting each anew took half the time of an intake. */
const cut = new LRUCache<string, string[]>({ max: 50_000, memoMethod: tokensOfCompound })

const COMPOUND = /[\p{L}\p{N}]+(?:[-&][\p{L}\p{N}]+)*/gu
const ASCII_COMPOUND = /[a-z0-9]+(?:[-&][a-z0-9]+)*/g

/**
 * The words that a text can be found by, in their order: its own, what `iphone7` is made of, and `wi-fi` and `AT&T` in one.
 */
export function tokensOf(text: string | null | undefined): string[] {
  if (!text) return []
  const compared = plain(text)
  const compounds = compared.match(/[^\0-\x7f]/.test(compared) ? COMPOUND : ASCII_COMPOUND) ?? []
  return compounds.flatMap(compound => cut.memo(compound))
}

/** The comparable form of a brand. */
export const brandKey = (marque: string | null | undefined) => tokensOf(marque).join(' ')

/** The comparable form of an ean or a supplier's reference. */
export const identifierKey = (text: string) => plain(text.trim())
