import { LAST_PART } from '../words/place.ts'

/** A search shows so many of its matches: it ranks no more than twice as many, however common its words are. */
export const MOST_MATCHES = 1_000

/** One in how many products is looked at: 1, 2, 4 and so on. A share is the parts from one on. */
export type Share = number

const SMALLEST = 2 ** LAST_PART

/** So many matches at most are expected in a share that is looked at. */
export const MOST_EXPECTED = 2.1 * MOST_MATCHES

/** The largest share that lets expect no more of `matches` in all than are ranked, but for the smallest. */
export function shareOf(matches: number): Share {
  let share = 1
  while (matches / share > MOST_EXPECTED && share < SMALLEST) share *= 2
  return share
}

/** The share to be looked at after one in which fewer than are shown were `found`. */
export const largerShare = (share: Share, found: number): Share => Math.min(share / 2, shareOf(found * share))
