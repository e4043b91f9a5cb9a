/** PostgreSQL counts positions up to this one and takes 256 for a word. */
const LAST_POSITION = 16_383
const MOST_POSITIONS = 255

type Weight = 'A' | 'B' | 'C' | 'D'

/** A word as tsvector and tsquery write it. */
export const lexeme = (word: string) =>
  /['\\]/.test(word) ? `'${word.replaceAll(/['\\]/g, found => found + found)}'` : `'${word}'`

/**
 * A tsvector, as text, of words by weight. Its words are ours, not those of PostgreSQL's parser, so that a query is cut
 * exactly as the products are.
 */
export function vectorOf(parts: readonly (readonly [Weight, readonly string[]])[]): string {
  const places = new Map<string, string[]>()
  let position = 0
  for (const [weight, words] of parts) {
    for (const word of words) {
      position = Math.min(position + 1, LAST_POSITION)
      const known = places.get(word)
      if (!known) places.set(word, [`${position}${weight}`])
      else if (known.length < MOST_POSITIONS) known.push(`${position}${weight}`)
    }
  }
  return [...places].map(([word, at]) => `${lexeme(word)}:${at.join(',')}`).join(' ')
}

/** A tsvector, as text, of words without places. */
export const setOf = (words: readonly string[]) => words.map(lexeme).join(' ')
