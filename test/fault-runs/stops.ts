import assert from 'node:assert/strict'
import { startPostgres } from '../servers/postgresql.ts'
import { runStops } from '../support/fault-injection/stops.ts'
import { seededRandom } from '../support/seeded-random.ts'
import type { FaultRun } from './fault-run.ts'

export const faultRun: FaultRun = {
  about: 'processes that are stopped at work while their line to the database is cut, or goes dead',
  cases: 60,
  async run({ cases, seed, onCases }) {
    const postgres = await startPostgres()
    try {
      const what = await runStops({
        databaseUrl: postgres.url,
        cases,
        random: seededRandom(seed),
        onStop: () => onCases(1),
      })
      const { lost, doubled, orders, chunks, times } = what
      const longest = Math.max(...times).toFixed(1)
      console.log(`
${times.length} stops, the line broken at one of the ${chunks} chunks that one sends: the longest took ${longest} s
${orders} purchases came to their end, ${lost.length} lost, ${doubled} doubled`)
      assert.deepEqual({ lost, doubled }, { lost: [], doubled: 0 })
      return {
        what: 'the line to the database cut or dead at a step of a stop',
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
