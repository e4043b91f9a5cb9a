import { areaNames, areas } from '../../../src/areas.ts'

/**
 * The areas that an area asks, by what the code declares: those of its `calls`, accounts for whose token or key it was shown,
 * and, for the one that speaks for customers, every area.
 */
export function asksOf(name: string): string[] {
  const { calls = [], asksHolders = false } = areas.find(area => area.name === name) ?? {}
  const asked = new Set(asksHolders ? areaNames : [...calls, 'accounts'])
  asked.delete(name)
  return [...asked].sort()
}

export const askersOf = (name: string) => areaNames.filter(other => asksOf(other).includes(name))
