import type { Units } from './types.ts'

/** How many of each article. */
export function sumsOf(units: readonly Units[]): Map<string, number> {
  const sums = new Map<string, number>()
  for (const { id, quantite } of units) sums.set(id, (sums.get(id) ?? 0) + quantite)
  return sums
}

/** The articles of which the two have not as many. */
export const differences = (one: ReadonlyMap<string, number>, other: ReadonlyMap<string, number>) =>
  [...new Set([...one.keys(), ...other.keys()])]
    .map(id => ({ id, first: one.get(id) ?? 0, second: other.get(id) ?? 0 }))
    .filter(({ first, second }) => first !== second)
