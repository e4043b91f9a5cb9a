/** PostgreSQL counts positions up to this one and takes 256 for a word. */
const LAST_POSITION = 16_383
const MOST_POSITIONS = 255

const WEIGHTS = { A: 3, B: 2, C: 1, D: 0 }
const LETTERS = ['D', 'C', 'B', 'A']
type Weight = keyof typeof WEIGHTS

/** Words and the places where they stand, as PostgreSQL keeps them: each place in 14 bits below two for its weight. */
export type Places = ReadonlyMap<string, readonly number[]>

/** A word as tsvector and tsquery write it. */
export const lexeme = (word: string) =>
  /['\\]/.test(word) ? `'${word.replaceAll(/['\\]/g, found => found + found)}'` : `'${word}'`

/**
 * Where words stand, by weight. They are our words, not those of PostgreSQL's parser, so that a query is cut exactly as the
 * products are.
 */
export function placesOf(parts: readonly (readonly [Weight, readonly string[]])[]): Places {
  const places = new Map<string, number[]>()
  let position = 0
  for (const [weight, words] of parts) {
    for (const word of words) {
      const place = (WEIGHTS[weight] << 14) | Math.min(++position, LAST_POSITION)
      const known = places.get(word)
      if (!known) places.set(word, [place])
      else if (known.length < MOST_POSITIONS && position <= LAST_POSITION) known.push(place)
    }
  }
  return places
}

/** A tsvector, as text. */
export const vectorOf = (places: Places) =>
  [...places]
    .map(
      ([word, at]) =>
        `${lexeme(word)}:${at.map(place => `${place & LAST_POSITION}${LETTERS[place >> 14]}`).join(',')}`,
    )
    .join(' ')

/** A tsvector, as text, of words without places. */
export const setOf = (words: readonly string[]) => words.map(lexeme).join(' ')
