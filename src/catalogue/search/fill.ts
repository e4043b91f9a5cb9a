import { SHARES, type Share } from './store.ts'

/** So many matches at most are expected in the share that is looked at first; of half as many, a thousand are wanted. */
const MOST_EXPECTED = 2_400

/** The largest share that lets expect no more matches than that, of `matches` in all. */
const shareOf = (matches: number): Share =>
  SHARES.find(share => matches / share <= MOST_EXPECTED) ?? SHARES[SHARES.length - 1]!

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
  for (let share = shareOf(bound); ; ) {
    const found = await read(share)
    if (found.length >= most || share === 1) return found
    const expected = shareOf(Math.max(found.length, 1) * share)
    share = SHARES.findLast(smaller => smaller < share && smaller <= expected) ?? 1
  }
}
