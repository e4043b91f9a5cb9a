import type { Database } from '../../platform/database/database.ts'
import { distance, remaindersOf } from '../words/spelling.ts'
import { knownWords, wordsAlike, wordsSharing } from '../words/store.ts'
import { spellingsOf, stem } from '../words/tokens.ts'
import { anyOf, type Term } from './term.ts'

const MOST_MEANINGS = 8
const SHORTEST_PART = 2
const SHORTEST_CUT = 6
const LONG_WORD = 7

/** A word as it is compared, and as it was written. */
type Asked = { text: string; written: string }

/** What a word that nothing has may have been meant to be: one with a typo, or two written as one. */
export async function guess(db: Database, word: Asked): Promise<Term | undefined> {
  const near = await misspelt(db, word)
  return near.length > 0 ? anyOf(near) : cut(db, word.text)
}

/** How far apart two words are at least, with their endings or without. */
const apart = ({ text, written }: Asked, mot: string) =>
  Math.min(...[text, written].flatMap(asked => spellingsOf(mot).map(spelling => distance(asked, spelling))))

/** Words one letter away; of a long word, two. */
async function misspelt(db: Database, word: Asked): Promise<Term[]> {
  const remainders = [...new Set([word.text, word.written].flatMap(remaindersOf))]
  if (remaindersOf(word.text).length === 1) return []
  const near = (await wordsSharing(db, remainders)).filter(({ mot }) => apart(word, mot) === 1)
  if (near.length > 0 || word.written.length < LONG_WORD) return near.slice(0, MOST_MEANINGS)
  const alike = await wordsAlike(db, word.written)
  return alike.filter(({ mot }) => apart(word, mot) <= 2).slice(0, MOST_MEANINGS)
}

/** The two words that a word may be: `applewatch`. */
const cutsOf = (word: string): [string, string][] =>
  /\P{L}/u.test(word) || word.length < SHORTEST_CUT
    ? []
    : Array.from({ length: word.length - 2 * SHORTEST_PART + 1 }, (_, i) => [
        stem(word.slice(0, i + SHORTEST_PART)),
        word.slice(i + SHORTEST_PART),
      ])

/** Two known words written as one, of all such pairs the one whose rarer word has the most products. */
async function cut(db: Database, word: string): Promise<Term | undefined> {
  const cuts = cutsOf(word)
  if (cuts.length === 0) return undefined
  const known = new Map((await knownWords(db, cuts.flat())).map(found => [found.mot, found]))
  const least = (pair: readonly string[]) => Math.min(...pair.map(part => known.get(part)?.nombreTexte ?? 0))
  const [best] = cuts.filter(pair => least(pair) > 0).sort((a, b) => least(b) - least(a))
  return best && { all: best.flatMap(part => known.get(part) ?? []) }
}
