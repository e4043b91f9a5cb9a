import { shapes } from '../shapes/shape.ts'
import { type Stage, tryShape } from '../support/fault-injection/purchases/trial.ts'
import { pause } from '../support/pause.ts'
import type { FaultRun } from './fault-run.ts'

/** The share of the kills for each shape. The single process gets the fewest, because each kill stops all of it. */
const SHARES = { one: 0.2, three: 0.4, ten: 0.4 }
const PAUSE_MS = 300
/** The longest pause before a kill of the single process: nobody can buy anything while it restarts. */
const PAUSE_ALONE_MS = 4_000

/**
 * Kills random processes one after another. Of several, it sometimes kills the next one, too, within a second. `onKill`
 * receives the seconds from each kill until the proxy sends requests to the restarted process.
 */
async function killAtRandom({ copies, random }: Stage, kills: number, onKill: (seconds: number) => void) {
  async function killOne(i: number) {
    const begun = performance.now()
    await copies[i % copies.length]!.kill()
    onKill((performance.now() - begun) / 1_000)
  }
  for (let done = 0; done < kills; ) {
    await pause(random.below(copies.length > 1 ? PAUSE_MS : PAUSE_ALONE_MS))
    const first = random.below(copies.length)
    const two = copies.length > 1 && kills - done > 1 && random.next() < 0.3
    await Promise.all(
      two ? [killOne(first), pause(random.below(1_000)).then(() => killOne(first + 1))] : [killOne(first)],
    )
    done += two ? 2 : 1
  }
}

export const faultRun: FaultRun = {
  about:
    'random processes killed with kill -9 during purchases: one process, three copies, ten separate areas (about 25 kills a minute)',
  cases: 1_000,
  async run({ cases, seed, onCases }) {
    const recoverySeconds: number[] = []
    const summaries: string[] = []
    let [bought, left] = [0, cases]
    for (const name of ['one', 'three', 'ten'] as const) {
      const kills = name === 'ten' ? left : Math.min(left, Math.ceil(cases * SHARES[name]))
      left -= kills
      if (kills === 0) continue
      const what = await tryShape({ shape: shapes[name], seed }, stage =>
        killAtRandom(stage, kills, seconds => {
          recoverySeconds.push(seconds)
          onCases(1)
        }),
      )
      bought += what.bought
      summaries.push(
        `${name}: ${kills} kills, ${what.bought} orders, ${what.unanswered} of ${what.calls} calls unanswered, ${what.again} of ${what.events} events twice`,
      )
      console.log(`\n${summaries.at(-1)}, slowest call ${Math.round(what.slowestMs)} ms`)
    }
    return {
      what: 'purchases while processes are killed with `kill -9` and restarted',
      ...{ runs: bought, kills: cases, lost: 0, doubled: 0, recoverySeconds },
      more: summaries.join('; '),
    }
  },
}
