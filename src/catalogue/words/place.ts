import { createHash } from 'node:crypto'

/** So many numbers an ean may make. */
export const NUMBERS = 2 ** 24
const LONGEST = 63
/** Accessories stand from here on. */
export const FIRST_ACCESSORY = NUMBERS * (LONGEST + 1)

/**
 * Where a product stands among its equals: accessories last, those with fewer words in their names first, then by a number
 * that its ean makes, so that products stand in the same order after every import.
 */
export function placeAmongEquals(ean: string, accessory: boolean, words: number): number {
  const number = createHash('sha256').update(ean).digest().readUInt32BE() % NUMBERS
  return (accessory ? FIRST_ACCESSORY : 0) + Math.min(words, LONGEST) * NUMBERS + number
}

/** The last of the parts that searches look through, as many as the part before it. */
export const LAST_PART = 9

/** Half of the products are in part 0, a quarter in part 1 and so on, by the last bits of the number that their ean makes. */
export const partOf = (place: number) => Math.min(31 - Math.clz32(place & -place), LAST_PART)
