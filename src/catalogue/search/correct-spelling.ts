import type { Lookup, Vocabulary, WordCount } from '../words/store.ts'
import { distance, remaindersOf, spellingsOf, stem, type TypedWord } from '../words/tokens.ts'
import { anyOf, type Term } from './terms.ts'

const MAX_MEANINGS = 8
const MIN_PIECE = 2
const MIN_SPLIT = 6
const MIN_LONG = 7

/** Returns the lookup that corrects a word in case no product has it. */
export const correctionsOf = ({ text, written }: TypedWord): Omit<Lookup, 'isLast'> => {
  const isMisspellable = remaindersOf(text).length > 1
  return {
    texte: text,
    written,
    isLong: isMisspellable && written.length >= MIN_LONG,
    remainders: isMisspellable ? [...new Set([text, written].flatMap(remaindersOf))] : [],
    pieces: splitsOf(text).flat(),
  }
}

/**
 * Returns the likely meanings of a word that no product has: words at most one letter apart, else (for a long word)
 * words with common trigrams that are at most two letters apart, else two words written as one. Returns undefined if
 * there are none.
 */
export function correctSpelling(word: TypedWord, vocabulary: Vocabulary): Term | undefined {
  const candidates = (list: Vocabulary['similar'], most: number) =>
    list.filter(({ texte, mot }) => texte === word.text && distanceTo(word, mot) <= most)
  const near = candidates(vocabulary.similar, 1)
  const meanings = near.length > 0 ? near : candidates(vocabulary.alike, 2)
  return meanings.length > 0 ? anyOf(meanings.slice(0, MAX_MEANINGS)) : split(word.text, vocabulary.known)
}

/** Returns the smallest distance between two words, with or without their endings. */
const distanceTo = ({ text, written }: TypedWord, mot: string) =>
  Math.min(...[text, written].flatMap(typed => spellingsOf(mot).map(spelling => distance(typed, spelling))))

/** Returns the pairs into which a word can be split (`applewatch`); none if it is short or not only letters. */
const splitsOf = (word: string): [string, string][] =>
  /\P{L}/u.test(word) || word.length < MIN_SPLIT
    ? []
    : Array.from({ length: word.length - 2 * MIN_PIECE + 1 }, (_, i) => [
        stem(word.slice(0, i + MIN_PIECE)),
        word.slice(i + MIN_PIECE),
      ])

/** Returns the pair of known words whose rarer word has the most products; undefined if there is none. */
function split(word: string, known: readonly WordCount[]): Term | undefined {
  const counts = new Map(known.map(count => [count.mot, count]))
  const rarer = (pair: readonly string[]) =>
    Math.min(...pair.map(piece => counts.get(piece)?.nombreTexte ?? 0))
  const [best] = splitsOf(word)
    .filter(pair => rarer(pair) > 0)
    .sort((a, b) => rarer(b) - rarer(a))
  return best && { all: best.flatMap(piece => counts.get(piece) ?? []) }
}
