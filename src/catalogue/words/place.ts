import { createHash } from 'node:crypto'

/** Accessories stand from here on. */
export const FIRST_ACCESSORY = 2 ** 30

/**
 * Where a product stands among its equals: accessories last, then by a number that its ean makes, so that products stand
 * in the same order after every import. Its last bits choose the share that a product is in.
 */
export function placeAmongEquals(ean: string, accessory: boolean): number {
  const number = createHash('sha256').update(ean).digest().readUInt32BE() % FIRST_ACCESSORY
  return accessory ? FIRST_ACCESSORY + number : number
}
