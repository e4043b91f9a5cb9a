import assert from 'node:assert/strict'
import { shapes } from '../shapes/shape.ts'
import { type Stage, tryShape } from '../support/fault-injection/purchases/trial.ts'
import { pause } from '../support/pause.ts'
import type { FaultRun } from './fault-run.ts'

const NODES = [0, 1, 2]
/** The whole broker is down for five seconds per case, at most for 150 seconds. */
const MOST_AWAY_MS = 150_000
const AWAY_MS_A_CASE = 5_000
const NODE_AWAY_MS = 8_000
const PAUSE_MS = 3_000

const accepted = ({ purchases }: Stage) => purchases.filter(({ ordreId }) => ordreId !== undefined).length

/**
 * Kills nodes with `kill -9` and restarts them. Returns the seconds until the next event: from the kill or, if all
 * nodes were killed, from the beginning of their restart.
 */
async function killNodes({ broker, listener }: Stage, nodes: readonly number[], awayMs: number) {
  const all = nodes.length === NODES.length
  const begun = performance.now()
  await broker.kill(nodes)
  // With one of three nodes down, the others continue. With all down, no event passes until they are back.
  const again = all ? undefined : listener.nextSent().then(() => performance.now())
  await pause(awayMs)
  const back = performance.now()
  await broker.start(nodes)
  if (again) return ((await again) - begun) / 1_000
  await listener.nextSent()
  return (performance.now() - back) / 1_000
}

export const faultRun: FaultRun = {
  about:
    'RabbitMQ: single nodes of three killed one after another, then all of them for minutes, while three copies sell (about 3 kills a minute)',
  cases: 30,
  async run({ cases, seed, onCases }) {
    const recoverySeconds: number[] = []
    const away = Math.min(MOST_AWAY_MS, cases * AWAY_MS_A_CASE)
    let meanwhile = 0
    const what = await tryShape({ shape: shapes.three, seed }, async stage => {
      const { random } = stage
      for (let i = 1; i < cases; i++) {
        recoverySeconds.push(await killNodes(stage, [random.pick(NODES)], random.below(NODE_AWAY_MS)))
        onCases(1)
        await pause(random.below(PAUSE_MS))
      }
      const before = accepted(stage)
      const seconds = await killNodes(stage, NODES, away)
      meanwhile = accepted(stage) - before
      assert.ok(meanwhile > 0, 'no order was accepted while the broker was down')
      recoverySeconds.push(seconds)
      onCases(1)
    })
    return {
      what: 'RabbitMQ: single nodes of three killed with `kill -9`, then all of them for minutes',
      ...{ runs: what.bought, kills: cases + 2, lost: 0, doubled: 0, recoverySeconds },
      more: `${meanwhile} orders accepted in the ${away / 1_000} s without a broker, ${what.events} events in order for each payment, ${what.again} received twice; ${what.unanswered} of ${what.calls} calls unanswered`,
    }
  },
}
