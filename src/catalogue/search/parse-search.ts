import type { Database } from '../../platform/database/database.ts'
import { readVocabulary, type Vocabulary, type WordCount } from '../words/store.ts'
import { identifierKey, parseTypedWords, runsOf, type TypedWord } from '../words/tokens.ts'
import { correctionsOf, correctSpelling } from './correct-spelling.ts'
import { allOf, anyOf, type Term } from './terms.ts'

const MAX_WORDS = 8

/**
 * A word of a search. Products must match `term`, which is undefined if no known word is similar. `likely` is the most
 * likely completion of a prefix.
 */
export type SearchWord = { term: Term | undefined; likely?: Term }

/** `identified`: ids of products whose ean or supplier reference equals the search. `listed`: number of listed ones. */
type ParsedSearch = { words: SearchWord[]; identified: number[]; listed: number }

/**
 * Parses the first eight distinct words of a search. The last word may be a prefix, and so may a word that no product
 * has; if it is not a prefix either, its spelling is corrected. Two words may also be written as one (`head phones`).
 * A further word never widens the meaning of those before it, so no more products match all words.
 */
export async function parseSearch(db: Database, search: string): Promise<ParsedSearch> {
  const typed = distinct(parseTypedWords(search)).slice(0, MAX_WORDS)
  const pairs = typed.map((word, i) => ({
    ...{ word, next: typed[i + 1], isLast: i === typed.length - 1 },
    joined: word.text + (typed[i + 1]?.text ?? ''),
  }))
  const lookups = pairs.map(({ word, isLast }) => ({ ...correctionsOf(word), isLast }))
  const lastPair = pairs.at(-2)?.joined
  if (lastPair !== undefined)
    lookups.push({ texte: lastPair, written: '', isLast: true, isLong: false, remainders: [], pieces: [] })
  const texts = pairs.flatMap(({ word: { text }, joined }) => [text, joined, ...runsOf(text)])
  const vocabulary = await readVocabulary(db, [...new Set(texts)], lookups, identifierKey(search))

  const read = wordReader(vocabulary)
  const words: SearchWord[] = []
  let isSecond = false
  for (const { word, next, joined, isLast } of pairs) {
    const second: TypedWord | undefined = !isSecond && read.knows(joined) ? next : undefined
    if (second) words.push(read.pair(word, second, joined, second === typed.at(-1)))
    else if (!isSecond) words.push(read.word(word, isLast))
    isSecond = second !== undefined
  }
  return { words, identified: vocabulary.identified, listed: vocabulary.listed }
}

const distinct = (words: readonly TypedWord[]) =>
  words.filter((word, i) => words.findIndex(({ text }) => text === word.text) === i)

function wordReader(vocabulary: Vocabulary) {
  const known = new Map(vocabulary.known.map(count => [count.mot, count]))
  const beginnings = new Map(vocabulary.beginnings.map(beginning => [beginning.texte, beginning]))
  const prefixOf = (text: string): Term | undefined => {
    const { nombreTexte, words } = beginnings.get(text) ?? {}
    return nombreTexte === undefined ? undefined : { prefix: text, nombreTexte, words: words ?? null }
  }

  function word(typed: TypedWord, isLast: boolean): SearchWord {
    const { text } = typed
    const literal = literalOf(text, known)
    if (literal && !isLast) return { term: literal }
    const prefix = prefixOf(text)
    if (!prefix) return { term: literal ?? correctSpelling(typed, vocabulary) }
    // The prefix already matches the word itself, so only its compounds are added.
    const composed =
      literal && 'any' in literal ? literal.any.slice(1) : literal && 'all' in literal ? [literal] : []
    const { likeliest, nombreTexte = 0 } = beginnings.get(text) ?? {}
    // A single letter is more likely a prefix than a word.
    const isWhole = literal !== undefined && !/^\p{L}$/u.test(text)
    return {
      term: anyOf([prefix, ...composed]),
      ...(!isWhole && likeliest && { likely: { mot: likeliest, nombreTexte } }),
    }
  }

  /** Returns one term for two words that products also write as one. */
  function pair(first: TypedWord, second: TypedWord, joined: string, isLast: boolean): SearchWord {
    const [one, other] = [word(first, false).term, word(second, isLast).term]
    const joinedTerm = isLast ? prefixOf(joined) : known.get(joined)
    return {
      term: anyOf([...(joinedTerm ? [joinedTerm] : []), ...(one && other ? [allOf([one, other])] : [])]),
    }
  }

  return { knows: (text: string) => known.has(text), word, pair }
}

/** Returns a term for a known word, its known parts (`iphone 7` for `iphone7`) or either; else undefined. */
function literalOf(text: string, known: ReadonlyMap<string, WordCount>): Term | undefined {
  const itself = known.get(text)
  const runs = runsOf(text).flatMap(run => known.get(run) ?? [])
  const isComposed = runs.length > 0 && runs.length === runsOf(text).length
  return anyOf([...(itself ? [itself] : []), ...(isComposed ? [allOf(runs)] : [])])
}
