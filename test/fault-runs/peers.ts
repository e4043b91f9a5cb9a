import assert from 'node:assert/strict'
import { startPostgres } from '../servers/postgresql.ts'
import { startRabbit } from '../servers/rabbitmq.ts'
import { calledAreas, runPeers } from '../support/fault-injection/peers/run.ts'
import { computeSlowdowns } from '../support/fault-injection/peers/slower.ts'
import type { FaultRun } from './fault-run.ts'

/** A slowdown of more than a tenth fails the run, unless the machine's own noise is too large to measure it. */
const MOST_SLOWED = 1.1
const MOST_RESTLESS = 1.05

export const faultRun: FaultRun = {
  about:
    'each area in turn down, slow, answering invalid data or breaking connections, while the others get calls',
  cases: 112,
  async run({ cases, seed, onCases }) {
    const [postgres, rabbit] = await Promise.all([startPostgres(), startRabbit()])
    try {
      const what = await runPeers({
        databaseUrl: postgres.url,
        amqpUrl: rabbit.url,
        rounds: cases,
        seed,
        onRound: () => onCases(1),
      })
      const { lost, doubled, halfDone, abandoned, orders, refusals, faulted, rounds, recoverySeconds } = what
      console.log(`
${rounds} rounds, ${faulted} answers of ${calledAreas.join(', ')} replaced by faults; ${refusals} refusals, each a 503 in the documented format
${orders} purchases completed, ${lost.length} lost, ${doubled} doubled; ${halfDone.length} of ${abandoned.length} refused orders left partial changes`)
      const slowed = computeSlowdowns(what.measured)
      for (const { victim, median, p99, restless } of slowed)
        console.log(
          `while ${victim} fails: median of the others ×${median.toFixed(2)}, p99 ×${p99.toFixed(2)}; without, the rounds differ by ×${restless.toFixed(2)}`,
        )
      // Compares in this direction so that an unmeasurable `restless` (NaN) counts as too noisy.
      const judged = slowed.filter(({ restless }) => restless <= MOST_RESTLESS)
      console.log(
        `${judged.length} of ${slowed.length} were measured while the machine was quiet enough to judge`,
      )
      assert.deepEqual({ lost, doubled, halfDone }, { lost: [], doubled: 0, halfDone: [] })
      const slow = judged.filter(({ median }) => median > MOST_SLOWED).map(({ victim }) => victim)
      assert.deepEqual(slow, [], 'areas that slow down others')
      const worst = Math.max(0, ...judged.map(({ median }) => median)).toFixed(2)
      const slowness =
        judged.length > 0
          ? `others' median at most ×${worst}`
          : 'the machine was too busy to judge the latency of the others'
      return {
        what: 'an area that is down, slow, answers invalid data or breaks connections',
        runs: rounds,
        kills: 0,
        lost: lost.length,
        doubled,
        recoverySeconds,
        more: `${refusals} clear refusals, ${orders} purchases; ${slowness}`,
      }
    } finally {
      await postgres.stop()
      await rabbit.stop()
    }
  },
}
