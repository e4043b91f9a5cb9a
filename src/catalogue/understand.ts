import type { Database } from '../platform/database/database.ts'
import { wordsOf } from '../platform/text.ts'
import { knownWords, wordsAlike, wordsBeginning, wordsSharing } from './store/words.ts'
import { distance, remaindersOf } from './words.ts'

const MOST_WORDS = 8
const MOST_MEANINGS = 8
const SHORTEST_BEGINNING = 3
const LONG_WORD = 7

/** The word in the plural or singular, as French and English form them. */
const forms = (word: string) =>
  word.length < 3
    ? [word]
    : [word, `${word}s`, `${word}x`, ...(/[sx]$/.test(word) ? [word.slice(0, -1)] : [])]

/** What an unknown word may have been meant to be: the beginning of a word, or one with a typo, two in a long one. */
async function guesses(db: Database, word: string): Promise<string[]> {
  if (word.length >= SHORTEST_BEGINNING) {
    const begun = await wordsBeginning(db, word, MOST_MEANINGS)
    if (begun.length > 0) return begun
  }
  const remainders = remaindersOf(word)
  if (remainders.length === 1) return []
  const near = (await wordsSharing(db, remainders)).filter(known => distance(known, word) === 1)
  if (near.length > 0 || word.length < LONG_WORD) return near.slice(0, MOST_MEANINGS)
  const alike = await wordsAlike(db, word)
  return alike.filter(known => distance(known, word) <= 2).slice(0, MOST_MEANINGS)
}

/**
 * What is searched for, as the text of a tsquery: every word must occur, in one of the forms it may have been meant in.
 * Undefined when some word resembles none of the catalogue's.
 */
export async function understand(db: Database, search: string): Promise<string | undefined> {
  const words = [...new Set(wordsOf(search))].slice(0, MOST_WORDS)
  if (words.length === 0) return undefined
  const known = new Set(await knownWords(db, [...new Set(words.flatMap(forms))]))
  const meanings = await Promise.all(
    words.map(async word => {
      const literal = forms(word).filter(form => known.has(form))
      return literal.length > 0 ? literal : guesses(db, word)
    }),
  )
  if (meanings.some(meaning => meaning.length === 0)) return undefined
  return meanings.map(meaning => `(${meaning.map(word => `'${word}'`).join(' | ')})`).join(' & ')
}
