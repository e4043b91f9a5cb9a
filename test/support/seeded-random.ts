/** Random choices determined by a seed, so that a run can be repeated. */
export type Random = {
  /** From 0 up to, but excluding, 1. */
  next(): number
  below(limit: number): number
  pick<T>(list: readonly T[]): T
  /** The list in random order. */
  shuffle<T>(list: readonly T[]): T[]
}

/** Creates a generator of random choices with mulberry32, which is small and random enough for tests. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (limit: number) => Math.floor(next() * limit)
  const shuffle = <T>(list: readonly T[]) =>
    list
      .map(item => ({ item, rank: next() }))
      .sort((one, other) => one.rank - other.rank)
      .map(({ item }) => item)
  return { next, below, pick: list => list[below(list.length)]!, shuffle }
}
