import { runLives } from '../support/lives/run.ts'
import type { FaultRun } from './fault-run.ts'

const BATCH = 500

export const faultRun: FaultRun = {
  about:
    'orders to the end of their lives, their messages late, twice and out of order: money, points, history, stock, slips',
  cases: 10_000,
  async run({ cases, seed, onCases }) {
    for (let done = 0; done < cases; done += BATCH) {
      const { shop } = await runLives({ cases: Math.min(BATCH, cases - done), seed: seed + done, onCases })
      await shop.close()
    }
  },
}
