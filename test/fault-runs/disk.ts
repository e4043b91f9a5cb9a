import assert from 'node:assert/strict'
import { runFullDisk } from '../support/fault-injection/disk-run.ts'
import { mountSmallDisk } from '../support/fault-injection/small-disk.ts'
import { createRandom } from '../support/seeded-random.ts'
import type { FaultRun } from './fault-run.ts'

const MEGABYTES = 400

export const faultRun: FaultRun = {
  about: 'the disk of the embedded PostgreSQL full during purchases, then freed',
  cases: 5,
  async run({ cases, seed, onCases }) {
    const disk = mountSmallDisk(MEGABYTES)
    try {
      const what = await runFullDisk({
        disk,
        times: cases,
        random: createRandom(seed),
        onTime: () => onCases(1),
      })
      const { lost, doubled, orders, refusals, ends, recoverySeconds } = what
      const ended = ends === 1 ? 'once' : `${ends} times`
      const longest = Math.max(...recoverySeconds).toFixed(1)
      console.log(`
the disk was full ${cases} times, and PostgreSQL ended ${ended}; ${refusals} calls got a 503 in the documented format; orders were accepted again after at most ${longest} s
${orders} purchases completed, ${lost.length} lost, ${doubled} doubled`)
      assert.deepEqual({ lost, doubled }, { lost: [], doubled: 0 })
      return {
        what: 'the disk full under the data folder',
        runs: cases,
        kills: 0,
        lost: lost.length,
        doubled,
        recoverySeconds,
        more: `${refusals} clear refusals, PostgreSQL ended ${ended} and was restarted, no restart of the process`,
      }
    } finally {
      disk.remove()
    }
  },
}
