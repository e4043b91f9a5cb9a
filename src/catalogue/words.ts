import { plain } from '../platform/text.ts'

/** The levels of a category path, as they are written. */
export const levelsOf = (path: string): string[] =>
  path
    .split(/[/>]/)
    .map(level => level.trim())
    .filter(level => level !== '')

/** What a category, or a path of them, is compared by. */
export const familyKey = (path: string) =>
  levelsOf(path)
    .map(level => plain(level))
    .join(' > ')
    .slice(0, 300)

/** The families that a product with this category path is in: each level and the whole path. */
export const familiesOf = (path: string): string[] => [
  ...new Set([familyKey(path), ...levelsOf(path).map(familyKey)]),
]

/** PostgreSQL counts positions up to this one and takes 256 for a word. */
const LAST_POSITION = 16_383
const MOST_POSITIONS = 255

/**
 * A tsvector, as text, of words by weight. Its words are ours, not those of PostgreSQL's parser, so that a query is cut
 * exactly as the products are.
 */
export function vectorOf(parts: readonly (readonly ['A' | 'B' | 'C' | 'D', readonly string[]])[]): string {
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
  return [...places].map(([word, at]) => `'${word}':${at.join(',')}`).join(' ')
}

const SHORTEST_FORGIVEN = 4

/** The word and what is left of it when one letter is left out. Short words and numbers are taken literally. */
export function remaindersOf(word: string): string[] {
  if (word.length < SHORTEST_FORGIVEN || /\p{N}/u.test(word)) return [word]
  const letters = [...word]
  return [...new Set([word, ...letters.map((_, i) => letters.toSpliced(i, 1).join(''))])]
}

/** Letters missing, added, replaced or swapped with their neighbour between two words. */
export function distance(a: string, b: string): number {
  const rows = Array.from({ length: a.length + 1 }, (_, i) =>
    Array.from({ length: b.length + 1 }, (_, j) => (i === 0 ? j : j === 0 ? i : 0)),
  )
  for (let i = 1; i <= a.length; i++) {
    for (let j = 1; j <= b.length; j++) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1
      let best = Math.min(rows[i - 1]![j]! + 1, rows[i]![j - 1]! + 1, rows[i - 1]![j - 1]! + cost)
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        best = Math.min(best, rows[i - 2]![j - 2]! + 1)
      rows[i]![j] = best
    }
  }
  return rows[a.length]![b.length]!
}
