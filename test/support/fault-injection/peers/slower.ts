import { quantile, type Times } from './probes.ts'
import type { Measured } from './rounds.ts'

export type Slowed = { victim: string; median: number; p99: number }

/** How many times as long what has no part in an area takes while that is at fault: the middle of its probes. */
export const slowedBy = (measured: ReadonlyMap<string, Measured>): Slowed[] =>
  [...measured].map(([victim, { healthy, faulty }]) => ({
    victim,
    median: middle(healthy, faulty, 0.5),
    p99: middle(healthy, faulty, 0.99),
  }))

const middle = (healthy: Times, faulty: Times, share: number) =>
  quantile(
    [...healthy].map(([name, times]) => quantile(faulty.get(name) ?? [], share) / quantile(times, share)),
    0.5,
  )
