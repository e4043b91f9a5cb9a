import { setImmediate as breathe } from 'node:timers/promises'
import fc from 'fast-check'
import { basketProperty } from '../support/baskets/properties.ts'
import type { FaultRun } from './fault-run.ts'

const BATCH = 5_000

export const faultRun: FaultRun = {
  about: 'random baskets and promotions: invariants of the total, and a slow reference implementation',
  cases: 1_000_000,
  async run({ cases, seed, onCases }) {
    for (let done = 0; done < cases; done += BATCH) {
      const numRuns = Math.min(BATCH, cases - done)
      fc.assert(basketProperty, { seed: (seed + done) | 0, numRuns })
      onCases(numRuns)
      await breathe()
    }
    return {
      what: 'random baskets and promotions',
      runs: cases,
      kills: 0,
      lost: 0,
      doubled: 0,
      recoverySeconds: [],
    }
  },
}
