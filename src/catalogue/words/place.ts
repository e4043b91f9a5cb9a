import { createHash } from 'node:crypto'

/** The range of the number that is derived from an ean. */
const NUMBERS = 2 ** 24
const MAX_WORDS = 63
/** The lowest position of accessories. */
const FIRST_ACCESSORY = NUMBERS * (MAX_WORDS + 1)

/**
 * Returns the position of a product among equally relevant results: accessories last, short names first, then by a number
 * derived from its ean, so that the order is the same after every import.
 */
export function placeAmongEquals(ean: string, accessory: boolean, words: number): number {
  const number = createHash('sha256').update(ean).digest().readUInt32BE() % NUMBERS
  return (accessory ? FIRST_ACCESSORY : 0) + Math.min(words, MAX_WORDS) * NUMBERS + number
}

/**
 * The search table has partitions 0 to 9 with half of the products, a quarter and so on; the last two have the same size.
 */
export const LAST_PARTITION = 9

/** Returns the partition of a product, from the last bits of the number derived from its ean. */
export const partitionOf = (place: number) => Math.min(31 - Math.clz32(place & -place), LAST_PARTITION)
