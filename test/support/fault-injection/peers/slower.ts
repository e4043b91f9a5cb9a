import { quantile, type Times } from './probes.ts'
import type { Measurements } from './rounds.ts'

export type Slowdown = {
  victim: string
  median: number
  p99: number
  /** The ratio between the odd and the even rounds without a fault: the noise of the machine. */
  restless: number
}

/** Computes by which factor probes independent of an area slow down during its faults: the median of the probes. */
export const computeSlowdowns = (measured: ReadonlyMap<string, Measurements>): Slowdown[] =>
  [...measured].map(([victim, { healthy, faulty }]) => {
    const every = (from: number) => pooled(healthy.filter((_, i) => i % 2 === from))
    const ratio = middle(every(0), every(1), 0.5)
    return {
      victim,
      median: middle(pooled(healthy), pooled(faulty), 0.5),
      p99: middle(pooled(healthy), pooled(faulty), 0.99),
      restless: Math.max(ratio, 1 / ratio),
    }
  })

function pooled(rounds: readonly Times[]): Times {
  const all: Times = new Map()
  for (const round of rounds)
    for (const [name, times] of round) all.set(name, [...(all.get(name) ?? []), ...times])
  return all
}

const middle = (first: Times, second: Times, share: number) =>
  quantile(
    [...first].map(([name, times]) => quantile(second.get(name) ?? [], share) / quantile(times, share)),
    0.5,
  )
