export type Spread = { median: number; least: number; most: number }

/** Returns the middle value; of an even number of values, the mean of the two in the middle. */
export function median(values: readonly number[]): number {
  if (values.length === 0) throw new Error('There is no median of nothing')
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.slice(Math.ceil(sorted.length / 2) - 1, Math.floor(sorted.length / 2) + 1)
  return middle.reduce((sum, value) => sum + value, 0) / middle.length
}

export const spread = (values: readonly number[]): Spread => ({
  median: median(values),
  least: Math.min(...values),
  most: Math.max(...values),
})

/** Rounds to about three digits for tables: whole numbers would hide the differences of small figures. */
export const rounded = (value: number) => Number(value.toFixed(value >= 100 ? 0 : value >= 10 ? 1 : 2))

/**
 * Divides `a` by `b`: the ratio of the displayed medians, with the minimum and maximum of the ratios of single rounds.
 * Undefined if a round of `b` is 0.
 */
export function ratio(a: readonly number[], b: readonly number[]): Spread | undefined {
  if (a.length !== b.length) throw new Error(`${a.length} rounds cannot be compared with ${b.length}`)
  if (b.some(value => value === 0)) return undefined
  const ofRounds = a.map((value, round) => value / b[round]!)
  return { ...spread(ofRounds), median: rounded(median(a)) / rounded(median(b)) }
}

export const spreadText = ({ median, least, most }: Spread) =>
  `${rounded(median)} (${rounded(least)}–${rounded(most)})`

export const ratioText = (of: Spread | undefined) =>
  of ? `${of.median.toFixed(2)} (${of.least.toFixed(2)}–${of.most.toFixed(2)})` : ''

/** Percentiles of times in milliseconds by the nearest rank; sorts `times` in place. */
export function percentiles(times: number[]) {
  times.sort((a, b) => a - b)
  const at = (share: number) => rounded(times[Math.ceil(times.length * share) - 1] ?? 0)
  return { medianMs: at(0.5), p95Ms: at(0.95), p99Ms: at(0.99) }
}

export const renderTable = (head: readonly string[], rows: readonly (readonly (string | number)[])[]) =>
  [head, head.map(() => '---'), ...rows].map(cells => `| ${cells.join(' | ')} |`).join('\n')
