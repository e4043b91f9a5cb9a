import { startPostgres } from '../servers/postgresql.ts'
import { runLives } from '../support/lives/run.ts'
import prepareTemplate from '../support/template.ts'
import type { FaultRun } from './fault-run.ts'

/** The number of histories on one platform: a reconciliation after each batch checks all data of that platform. */
const BATCH = 500

export const faultRun: FaultRun = {
  about:
    'complete order histories with messages that are late, repeated and out of order: money, points, history, stock, slips',
  cases: 10_000,
  async run({ cases, seed, onCases }) {
    const postgres = await startPostgres()
    // The database server for the tests' platforms.
    process.env.COMPTOIR_TEST_DATABASE_URL = postgres.url
    try {
      await prepareTemplate(postgres.url)
      for (let done = 0; done < cases; done += BATCH) {
        const { shop } = await runLives({ cases: Math.min(BATCH, cases - done), seed: seed + done, onCases })
        await shop.close()
      }
      return {
        what: 'complete order histories with messages that are late, repeated and out of order',
        ...{ runs: cases, kills: 0, lost: 0, doubled: 0, recoverySeconds: [] },
      }
    } finally {
      await postgres.stop()
    }
  },
}
