import { LRUCache } from 'lru-cache'
import { plain } from '../../platform/text.ts'

/** Longer words are truncated, because index entries have a maximum size. */
const MAX_LENGTH = 40
const SHORTEST_WITH_ENDING = 4

/**
 * Returns a word without its French or English plural ending, without an `e` after `ch`, `sh`, `ss` or `x`, and with
 * `ie` for a `y` after a consonant, so that `battery`, `batteries` and `batterie` are equal. Nothing else is removed: a
 * rule of one language would break words of the other. Words of up to three letters, or with digits, are unchanged.
 */
export function stem(word: string): string {
  if (word.length < SHORTEST_WITH_ENDING || /\P{L}/u.test(word)) return word
  return word
    .replace(/([^s])s$/, '$1')
    .replace(/(au|eu|ou)x$/, '$1')
    .replace(/(ch|sh|ss|x)e$/, '$1')
    .replace(/([^aeiou])y$/, '$1ie')
}

/** Returns the possible spellings of a stem, so that a typo in its ending is recognized: `batterie`, `battery`. */
export function spellingsOf(word: string): string[] {
  if (/[^aeiou]ie$/.test(word)) return [word, word.replace(/ie$/, 'y')]
  if (/(?:ch|sh|ss|x)$/.test(word)) return [word, `${word}e`]
  return /(?:au|eu|ou)$/.test(word) ? [word, `${word}x`] : [word]
}

/**
 * Returns the stems of the runs of letters and of digits in a word such as `iphone7`; none if there is one run or a
 * one-letter run.
 */
export function runsOf(word: string): string[] {
  const runs = word.match(/\p{L}+|\p{N}+/gu) ?? []
  const isMeaningful = runs.length > 1 && runs.every(run => run.length > 1 || /\p{N}/u.test(run))
  return isMeaningful ? runs.map(stem) : []
}

const bounded = (word: string) => (word.length > MAX_LENGTH ? word.slice(0, MAX_LENGTH) : word)

/** A word of a search without case and accents: `written` as typed, `text` as its stem; both of at most 40 letters. */
export type TypedWord = { text: string; written: string }

/** Returns the words of a search in their order. */
export const parseTypedWords = (text: string): TypedWord[] =>
  (plain(text).match(/[\p{L}\p{N}]+/gu) ?? []).map(word => ({
    text: bounded(stem(word)),
    written: bounded(word),
  }))

function tokensOfCompound(compound: string): string[] {
  const parts = compound.split(/[-&]/)
  const joined = parts.length > 1 && parts.every(part => /\p{L}/u.test(part)) ? [parts.join('')] : []
  return [...parts, ...joined].flatMap(word => [bounded(stem(word)), ...runsOf(word).map(bounded)])
}

/** Most words repeat; without this cache, tokenizing takes half the time of an import. */
const tokenCache = new LRUCache<string, string[]>({ max: 50_000, memoMethod: tokensOfCompound })

const COMPOUND = /[\p{L}\p{N}]+(?:[-&][\p{L}\p{N}]+)*/gu
const ASCII_COMPOUND = /[a-z0-9]+(?:[-&][a-z0-9]+)*/g

/**
 * Returns the stems by which a text is found, in its order: of its words, of the parts of words such as `iphone7`, and
 * of compounds such as `wi-fi` and `AT&T` written as one word.
 */
export function tokensOf(text: string | null | undefined): string[] {
  if (!text) return []
  const compared = plain(text)
  const compounds = compared.match(/[^\0-\x7f]/.test(compared) ? COMPOUND : ASCII_COMPOUND) ?? []
  return compounds.flatMap(compound => tokenCache.memo(compound))
}

/** The normalized form of a brand. */
export const brandKey = (marque: string | null | undefined) => tokensOf(marque).join(' ')

/** The normalized form of an ean or a supplier's reference. */
export const identifierKey = (text: string) => plain(text.trim())

const SHORTEST_FORGIVEN = 4

/** Returns the word and, unless it is short or contains a digit, its forms with one letter left out. */
export function remaindersOf(word: string): string[] {
  if (word.length < SHORTEST_FORGIVEN || /\p{N}/u.test(word)) return [word]
  const letters = [...word]
  return [...new Set([word, ...letters.map((_, i) => letters.toSpliced(i, 1).join(''))])]
}

/**
 * Returns the minimum number of letters to remove, add, replace or swap with a neighbor to turn one word into the
 * other.
 */
export function distance(a: string, b: string): number {
  const width = b.length + 1
  // The distances of all pairs of prefixes, row by row; every index is in bounds.
  const cells = new Uint16Array((a.length + 1) * width)
  const at = (i: number, j: number) => cells[i * width + j] ?? 0
  for (let i = 0; i <= a.length; i++) cells[i * width] = i
  for (let j = 0; j <= b.length; j++) cells[j] = j
  for (let i = 1; i <= a.length; i++) {
    for (let j = 1; j <= b.length; j++) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1
      let best = Math.min(at(i - 1, j) + 1, at(i, j - 1) + 1, at(i - 1, j - 1) + cost)
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        best = Math.min(best, at(i - 2, j - 2) + 1)
      cells[i * width + j] = best
    }
  }
  return at(a.length, b.length)
}
