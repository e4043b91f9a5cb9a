import assert from 'node:assert/strict'
import { runFullDisk } from '../support/fault-injection/disk-run.ts'
import { mountSmallDisk } from '../support/fault-injection/small-disk.ts'
import { seededRandom } from '../support/seeded-random.ts'
import type { FaultRun } from './fault-run.ts'

const MEGABYTES = 400

export const faultRun: FaultRun = {
  about: 'the disk full under the embedded PostgreSQL while buyers buy, and room made again',
  cases: 5,
  async run({ cases, seed, onCases }) {
    const disk = mountSmallDisk(MEGABYTES)
    try {
      const what = await runFullDisk({
        disk,
        times: cases,
        random: seededRandom(seed),
        onTime: () => onCases(1),
      })
      const { lost, doubled, orders, refusals, ends, recoverySeconds } = what
      const longest = Math.max(...recoverySeconds).toFixed(1)
      console.log(`
the disk was full ${cases} times, and ended PostgreSQL ${ends} times; ${refusals} calls were told 503 in the one shape; orders again after ${longest} s at most
${orders} purchases came to their end, ${lost.length} lost, ${doubled} doubled`)
      assert.deepEqual({ lost, doubled }, { lost: [], doubled: 0 })
      return {
        what: 'the disk full under the data folder',
        runs: cases,
        kills: 0,
        lost: lost.length,
        doubled,
        recoverySeconds,
        more: `${refusals} clear refusals, PostgreSQL ended ${ends} times and was started again, no restart of the process`,
      }
    } finally {
      disk.remove()
    }
  },
}
