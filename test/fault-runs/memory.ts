import assert from 'node:assert/strict'
import { startPostgres } from '../servers/postgresql.ts'
import { runMemory } from '../support/fault-injection/memory-run.ts'
import { createRandom } from '../support/seeded-random.ts'
import type { FaultRun } from './fault-run.ts'

export const faultRun: FaultRun = {
  about: 'imports that need more memory than their process has',
  cases: 9,
  async run({ cases, seed, onCases }) {
    const postgres = await startPostgres()
    try {
      const what = await runMemory({
        databaseUrl: postgres.url,
        times: cases,
        random: createRandom(seed),
        onTime: () => onCases(1),
      })
      const { lost, doubled, completed, failed, refused, deaths, recoverySeconds } = what
      console.log(`
${cases} imports: ${refused} were refused immediately and stored nothing; the others ended ${deaths} processes: ${completed} were completed by the next process, ${failed} were reported as failed after five attempts
${lost} lost, ${doubled} lines stored that should not be`)
      assert.deepEqual({ lost, doubled }, { lost: 0, doubled: 0 })
      return {
        what: 'the memory limit reached in an import',
        runs: cases,
        kills: deaths,
        lost,
        doubled,
        recoverySeconds,
        more: `${refused} imports refused with 400, ${completed} completed by the next process, ${failed} reported as failed after five attempts`,
      }
    } finally {
      await postgres.stop()
    }
  },
}
