import assert from 'node:assert/strict'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSettableClock, provideFaketime } from '../servers/faketime.ts'
import { startPostgresWith } from '../servers/postgresql-beside.ts'
import { runClock } from '../support/fault-injection/clock-run.ts'
import { Missing } from '../support/missing.ts'
import { createRandom } from '../support/seeded-random.ts'
import type { FaultRun } from './fault-run.ts'

export const faultRun: FaultRun = {
  about: 'the system clock set back an hour during purchases, then corrected',
  cases: 10,
  async run({ cases, seed, onCases }) {
    const library = await provideFaketime()
    if (!library) throw new Missing('libfaketime is not installed, and apt-get does not provide it')
    const folder = mkdtempSync(join(tmpdir(), 'comptoir-faketime-'))
    // PostgreSQL runs as another user, which must read this folder.
    chmodSync(folder, 0o755)
    const clock = createSettableClock(library, join(folder, 'offset'))
    const postgres = await startPostgresWith(clock.env)
    try {
      const what = await runClock({
        databaseUrl: postgres.url,
        clock,
        times: cases,
        random: createRandom(seed),
        onTime: () => onCases(1),
      })
      const { lost, doubled, orders, restarts, recoverySeconds } = what
      console.log(`
the clock was set back ${cases} times, the process restarted ${restarts} times meanwhile
${orders} purchases completed, ${lost.length} lost, ${doubled} doubled`)
      assert.deepEqual({ lost, doubled }, { lost: [], doubled: 0 })
      return {
        what: 'the clock set back an hour',
        runs: cases,
        kills: 0,
        lost: lost.length,
        doubled,
        recoverySeconds,
        more: 'work that was due is done once the clock is right again; new purchases continue',
      }
    } finally {
      await postgres.stop()
      rmSync(folder, { recursive: true, force: true })
    }
  },
}
