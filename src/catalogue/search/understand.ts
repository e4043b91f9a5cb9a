import type { Database } from '../../platform/database/database.ts'
import { knownWords, readBeginning, type WordCount } from '../words/store.ts'
import { runsOf, wordsAsked } from '../words/tokens.ts'
import { guess } from './guess.ts'
import { allOf, anyOf, type Term } from './term.ts'

const MOST_WORDS = 8

/**
 * One word of a search. `term`: what products must have for it; undefined where nothing is like it. `literal` and `likely`
 * are narrower, for the order of what is found: the word as it stands, and the word that a beginning is likely to become.
 */
export type Word = { term: Term | undefined; literal?: Term; likely?: Term }

type Asked = { text: string; written: string }
type Known = ReadonlyMap<string, WordCount>

/** A word as it stands: itself, or what it is made of (`iphone7`, where products say `iphone 7`). */
function literalOf({ text }: Asked, known: Known): Term | undefined {
  const itself = known.get(text)
  const runs = runsOf(text).flatMap(run => known.get(run) ?? [])
  const isMadeOf = runs.length > 0 && runs.length === runsOf(text).length
  return anyOf([...(itself ? [itself] : []), ...(isMadeOf ? [allOf(runs)] : [])])
}

/**
 * The words of a search, as products have them. The last may be the beginning of a word; so may one that nothing has as it
 * stands, else it is misspelt. Two may be one (`head phones`). A word more never widens what those before it mean, so that
 * it never finds more.
 */
export async function readWords(db: Database, search: string): Promise<Word[]> {
  const asked = distinct(wordsAsked(search)).slice(0, MOST_WORDS)
  const pairs = asked.map(({ text }, i) => text + (asked[i + 1]?.text ?? ''))
  const texts = asked.flatMap(({ text }) => [text, ...runsOf(text)])
  const known = new Map(
    (await knownWords(db, [...new Set([...texts, ...pairs])])).map(word => [word.mot, word]),
  )
  const read: Promise<Word>[] = []
  let joined = false
  for (const [i, word] of asked.entries()) {
    const [next, pair] = [asked[i + 1], pairs[i] ?? '']
    const isSecond: boolean = joined
    joined = !isSecond && next !== undefined && known.has(pair)
    if (isSecond) continue
    if (joined && next) read.push(readPair(db, [word, next], pair, known, i + 2 === asked.length))
    else read.push(readWord(db, word, known, next === undefined))
  }
  return Promise.all(read)
}

const distinct = (words: readonly Asked[]) =>
  words.filter((word, i) => words.findIndex(({ text }) => text === word.text) === i)

async function readWord(db: Database, word: Asked, known: Known, isLast: boolean): Promise<Word> {
  const literal = literalOf(word, known)
  if (literal && !isLast) return { term: literal, literal }
  // A letter by itself is rather a beginning than a word.
  const stands = /^\p{L}$/u.test(word.text) ? undefined : literal
  const begun = await readBeginning(db, word.text)
  const meant = begun ? undefined : (literal ?? (await guess(db, word)))
  if (!begun) return { term: meant, ...(meant && { literal: meant }) }
  const { beginning, likeliest } = begun
  const likely =
    stands || likeliest === undefined
      ? {}
      : { likely: { mot: likeliest, nombreTexte: beginning.nombreTexte } }
  // A word begins with itself.
  const made =
    literal && 'any' in literal ? literal.any.slice(1) : literal && 'all' in literal ? [literal] : []
  return { term: anyOf([beginning, ...made]), ...(stands && { literal: stands }), ...likely }
}

/** Two words that products write as one too. */
async function readPair(
  db: Database,
  words: [Asked, Asked],
  joined: string,
  known: Known,
  isLast: boolean,
): Promise<Word> {
  const [first, second] = await Promise.all([
    readWord(db, words[0], known, false),
    readWord(db, words[1], known, isLast),
  ])
  const apart = first.term && second.term ? [allOf([first.term, second.term])] : []
  const one = isLast ? (await readBeginning(db, joined))?.beginning : known.get(joined)
  const literal = known.get(joined) ?? second.literal
  return { term: anyOf([...(one ? [one] : []), ...apart]), ...(literal && { literal }) }
}
