/**
 * One in how many products is looked at. All shares but the whole have indexes of their own, each half of the one before, so
 * that one holds as many matches as are wanted, and not twice as many.
 */
export const SHARES = [1, 2, 4, 8, 16, 32, 64, 128, 256] as const
export type Share = (typeof SHARES)[number]

/** The largest share that lets expect no more than `most` of `matches` in all. */
const shareOf = (matches: number, most: number): Share =>
  SHARES.find(share => matches / share <= most) ?? SHARES[SHARES.length - 1]!

/** So many matches at most are expected in a share that is looked at, for each that is wanted. */
const MOST_EXPECTED = 2.4

/** How many products match, as far as a share of them lets expect. */
export type Counted = { matches: number; share: Share }

/**
 * A share that holds `most` matches at least, or how many there are where all have fewer, as far as a share lets expect.
 * `bound` match at most. `count` gives how many of a share match, `most` for more.
 */
export async function countUpTo(
  bound: number,
  most: number,
  count: (share: Share) => Promise<number>,
): Promise<Counted> {
  for (let share = shareOf(bound, MOST_EXPECTED * most); ; ) {
    const found = await count(share)
    const matches = found * share
    if (found >= most || matches < most) return { matches, share }
    const expected = shareOf(matches, MOST_EXPECTED * most)
    share = SHARES.findLast(other => other < share && other <= expected) ?? 1
  }
}
