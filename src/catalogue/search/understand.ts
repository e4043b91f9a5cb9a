import type { Database } from '../../platform/database/database.ts'
import { distance, remaindersOf } from '../words/spelling.ts'
import { knownWords, type WordCount, wordsAlike, wordsBeginning, wordsSharing } from '../words/store.ts'
import { runsOf, searchWords, stem } from '../words/tokens.ts'
import type { Term } from './term.ts'

const MOST_WORDS = 8
const MOST_MEANINGS = 8
const SHORTEST_BEGINNING = 3
const SHORTEST_PART = 3
const LONG_WORD = 7

/** One word of a search: as it stands, if products have it as it stands. */
export type Word = { text: string; literal: Term | undefined }

/** The two words that a word may be: `applewatch`. */
const cutsOf = (word: string): [string, string][] =>
  /\P{L}/u.test(word)
    ? []
    : Array.from({ length: Math.max(0, word.length - 2 * SHORTEST_PART + 1) }, (_, i) => [
        stem(word.slice(0, i + SHORTEST_PART)),
        word.slice(i + SHORTEST_PART),
      ])

const allOf = (words: readonly string[], known: Map<string, WordCount>): Term[] => {
  const found = words.flatMap(word => known.get(word) ?? [])
  return words.length > 0 && found.length === words.length ? [{ all: found }] : []
}

const anyOf = (terms: readonly Term[]): Term | undefined =>
  terms.length > 1 ? { any: [...terms] } : terms[0]

/**
 * The words of a search, as products have them: alone, or cut (`iphone7`, where products say `iphone 7`), or two in one
 * (`head phones`).
 */
export async function readWords(db: Database, search: string): Promise<Word[]> {
  const words = [...new Set(searchWords(search))].slice(0, MOST_WORDS)
  const asked = words.flatMap((word, i) => [word, word + (words[i + 1] ?? ''), ...runsOf(word)])
  const known = new Map((await knownWords(db, [...new Set(asked)])).map(word => [word.mot, word]))
  const read: Word[] = []
  let isJoined = false
  for (const [i, text] of words.entries()) {
    const next = words[i + 1]
    if (isJoined) {
      isJoined = false
      continue
    }
    const single = anyOf([...allOf([text], known).map(alone), ...allOf(runsOf(text), known)])
    const both = next === undefined ? undefined : known.get(text + next)
    isJoined = both !== undefined
    if (both && next !== undefined)
      read.push({ text: text + next, literal: anyOf([both, ...allOf([text, next], known)]) })
    else read.push({ text, literal: single })
  }
  return read
}

function alone(term: Term): Term {
  if (!('all' in term)) return term
  const [only, ...others] = term.all
  return only && others.length === 0 ? only : term
}

/** What a word may have been meant to be beyond what it says: the beginning of another, or one with a typo. */
export async function guess(db: Database, word: string): Promise<Term | undefined> {
  const begun = word.length < SHORTEST_BEGINNING ? [] : await wordsBeginning(db, word, MOST_MEANINGS)
  const other = begun.filter(({ mot }) => mot !== word)
  if (other.length > 0) return anyOf(other)
  const near = await misspelt(db, word)
  return near.length > 0 ? anyOf(near) : cut(db, word)
}

/** Words one letter away; of a long word, two. */
async function misspelt(db: Database, word: string): Promise<Term[]> {
  const remainders = remaindersOf(word)
  if (remainders.length === 1) return []
  const near = (await wordsSharing(db, remainders)).filter(({ mot }) => distance(mot, word) === 1)
  if (near.length > 0 || word.length < LONG_WORD) return near.slice(0, MOST_MEANINGS)
  const alike = await wordsAlike(db, word)
  return alike.filter(({ mot }) => mot !== word && distance(mot, word) <= 2).slice(0, MOST_MEANINGS)
}

/** Two known words written as one, of all such pairs the one whose rarer word has the most products. */
async function cut(db: Database, word: string): Promise<Term | undefined> {
  const cuts = cutsOf(word)
  if (cuts.length === 0) return undefined
  const known = new Map((await knownWords(db, cuts.flat())).map(found => [found.mot, found]))
  const least = (pair: readonly string[]) => Math.min(...pair.map(part => known.get(part)?.nombreTexte ?? 0))
  const [best] = cuts.filter(pair => least(pair) > 0).sort((a, b) => least(b) - least(a))
  return best && { all: best.flatMap(part => known.get(part) ?? []) }
}
