import { SHARES, type Share } from './store.ts'

/** So many matches at most are expected in the share that is looked at, for each that is wanted. */
const MOST_EXPECTED = 2.4

/** The largest share that lets expect no more than `most` of `matches` in all. */
export const shareOf = (matches: number, most: number): Share =>
  SHARES.find(share => matches / share <= most) ?? SHARES[SHARES.length - 1]!

/**
 * Looks at a share of the products, where `bound` says that more may match than are wanted; where it held too few, at a
 * larger one that lets expect enough, at last at all. `read` gives at most `most`.
 */
export async function fill(
  bound: number,
  most: number,
  read: (share: Share) => Promise<number[]>,
): Promise<number[]> {
  if (bound === 0 || most === 0) return []
  for (let share = shareOf(bound, MOST_EXPECTED * most); ; ) {
    const found = await read(share)
    if (found.length >= most || share === 1) return found
    const expected = shareOf(Math.max(found.length, 1) * share, MOST_EXPECTED * most)
    share = SHARES.findLast(smaller => smaller < share && smaller <= expected) ?? 1
  }
}
