/** 0 to 9.99 euros, then from 10, 20 and 50, from 100, 200 and 500, and so on: ranges that stay where they are. */
const FIRST = 1_000

/** The range of prices that a price is in. */
export function rangeOf(cents: number): { minCents: number; maxCents: number } {
  if (cents < FIRST) return { minCents: 0, maxCents: FIRST - 1 }
  const decade = 10 ** (String(cents).length - 1)
  const step = cents < 2 * decade ? 1 : cents < 5 * decade ? 2 : 5
  const next = step === 1 ? 2 : step === 2 ? 5 : 10
  return { minCents: step * decade, maxCents: next * decade - 1 }
}
