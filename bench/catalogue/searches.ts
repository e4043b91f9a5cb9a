import { parseTypedWords, tokensOf } from '../../src/catalogue/words/tokens.ts'
import { originals, words as real } from '../support/data.ts'

/** A linear congruential generator, so that each run uses the same numbers. */
function createRandom(seed: number) {
  let state = seed
  return (sides: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
    return Math.floor((state / 0x80000000) * sides)
  }
}

const LETTERS = 'etaoinsrlu'
const LONG = 5

/**
 * Returns the search with one letter, but not the first, of a word of at least five letters replaced; undefined if it
 * has no such word.
 */
function misspelt(search: string, random: (sides: number) => number): string | undefined {
  const words = search.match(/\p{L}+/gu) ?? []
  const long = words.filter(word => word.length >= LONG)
  if (long.length === 0) return undefined
  const word = long[random(long.length)]!
  const at = 1 + random(word.length - 1)
  const others = [...LETTERS].filter(letter => letter !== word[at]?.toLowerCase())
  const wrong = word.slice(0, at) + others[random(others.length)] + word.slice(at + 1)
  return search.replace(word, wrong)
}

const random = createRandom(42)
export const pairsOfMisspelt = real.flatMap(meant => {
  const typed = misspelt(meant, random)
  return typed === undefined ? [] : [{ meant, typed }]
})

const known = originals.map(({ nom, marque, categories, description }) => ({
  name: new Set(tokensOf(nom)),
  all: new Set([nom, marque, categories, description].flatMap(text => tokensOf((text as string) ?? null))),
}))
const counts = new Map<string, number>()
for (const { all } of known)
  for (const word of all) if (word.length > 2) counts.set(word, (counts.get(word) ?? 0) + 1)
const commonest = [...counts].toSorted(([, a], [, b]) => b - a).map(([word]) => word)

export const kinds: Record<string, string[]> = {
  'as typed by visitors': real,
  'with one letter wrong': pairsOfMisspelt.map(({ typed }) => typed),
  'the 40 commonest words': commonest.slice(0, 40),
  'pairs of the 12 commonest words': commonest
    .slice(0, 12)
    .flatMap((word, i) => commonest.slice(i + 1, 12).map(other => `${word} ${other}`)),
}

const wordsOf = (search: string) => [...new Set(parseTypedWords(search).map(({ text }) => text))]
const named = (search: string, name: Set<string>) => wordsOf(search).some(word => name.has(word))

/** Whether a name contains a word of the search. */
export const hasSearchedWord = (search: string, nom: string) => named(search, new Set(tokensOf(nom)))

/** The numbers of searches with a word that occurs in any field, or in the name, of some original product. */
export const possible = {
  found: real.filter(search => known.some(({ all }) => named(search, all))).length,
  named: real.filter(search => known.some(({ name }) => named(search, name))).length,
}
