import assert from 'node:assert/strict'
import { startPostgres } from '../servers/postgresql.ts'
import { runStops } from '../support/fault-injection/stops.ts'
import { createRandom } from '../support/seeded-random.ts'
import type { FaultRun } from './fault-run.ts'

export const faultRun: FaultRun = {
  about: 'processes stopped during work while their database connection is cut or unresponsive',
  cases: 60,
  async run({ cases, seed, onCases }) {
    const postgres = await startPostgres()
    try {
      const what = await runStops({
        databaseUrl: postgres.url,
        cases,
        random: createRandom(seed),
        onStop: () => onCases(1),
      })
      const { lost, doubled, orders, chunks, times } = what
      const longest = Math.max(...times).toFixed(1)
      console.log(`
${times.length} stops, the connection broken at one of the ${chunks} chunks that a stop sends: the longest took ${longest} s
${orders} purchases completed, ${lost.length} lost, ${doubled} doubled`)
      assert.deepEqual({ lost, doubled }, { lost: [], doubled: 0 })
      return {
        what: 'the connection to the database cut or unresponsive during a step of a stop',
        runs: times.length,
        kills: 0,
        lost: lost.length,
        doubled,
        recoverySeconds: [],
        more: `each process ended, the last after ${longest} s`,
      }
    } finally {
      await postgres.stop()
    }
  },
}
