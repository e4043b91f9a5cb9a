import { type Patroni, TTL_S } from '../servers/patroni.ts'
import { type Shape, shapes } from '../shapes/shape.ts'
import { type Stage, tryShape } from '../support/fault-injection/purchases/trial.ts'
import { formatRecovery } from '../support/fault-injection/report.ts'
import { pause } from '../support/pause.ts'
import { waitUntilAcknowledged } from './failover.ts'
import type { FaultRun } from './fault-run.ts'

const PAUSE_MS = 4_000
/** The time for the leader's lease to expire and another member to be elected, with a margin. */
const AWAY_MS = 1_000 * (TTL_S + 15)

/** Two copies connect to the proxy directly, with one broker node, so that the databases have the processor. */
const shape: Shape<Patroni> = {
  ...shapes.patroni,
  parts: shapes.patroni.parts.map(part => ({ ...part, copies: 2 })),
  isPooled: false,
  brokerNodes: 1,
}

/** The ways to lose the primary, which returns after a while and must not become a second primary. */
const DEATHS: Record<string, (databases: Patroni, primary: number) => Promise<void>> = {
  'PostgreSQL killed': async (databases, primary) => databases.killPostgres(primary),
  'Patroni killed alone': async (databases, primary) => {
    databases.killPatroni(primary)
    await pause(AWAY_MS)
    databases.startPatroni(primary)
  },
  switchover: databases => databases.switchOver(),
  'member frozen': async (databases, primary) => {
    databases.freeze(primary)
    await pause(AWAY_MS)
    databases.thaw(primary)
  },
  'etcd cut off': async (databases, primary) => {
    databases.cutEtcd(primary)
    await pause(AWAY_MS)
    databases.restoreEtcd(primary)
  },
}

/**
 * Returns the longest time in seconds between two acknowledged writes during `work`. If `work` fails, throws once a
 * write is acknowledged again.
 */
async function measureOutage(stage: Stage<Patroni>, work: Promise<void>): Promise<number> {
  let isOver = false
  const done = work.finally(() => {
    isOver = true
  })
  // `done` is awaited only after the last write, so an earlier rejection needs a handler.
  done.catch(() => {})
  let longest = 0
  for (let last = performance.now(); !isOver; ) {
    await waitUntilAcknowledged(stage)
    longest = Math.max(longest, performance.now() - last)
    last = performance.now()
    await pause(50)
  }
  await done
  return longest / 1_000
}

export const faultRun: FaultRun = {
  about:
    'the primary of three members under Patroni lost while two copies sell: PostgreSQL or Patroni killed, switched over, frozen, without etcd (about one a minute)',
  cases: 25,
  async run({ cases, seed, onCases }) {
    const outages = new Map<string, number[]>()
    const what = await tryShape({ shape, seed, buyers: 2 }, async stage => {
      const { databases, random } = stage
      const deaths = Object.entries(DEATHS)
      for (let i = 0; i < cases; i++) {
        const [name, die] = deaths[i % deaths.length]!
        await pause(random.below(PAUSE_MS))
        const work = die(databases, databases.primary()).then(databases.recovered)
        const seconds = await measureOutage(stage, work)
        outages.set(name, [...(outages.get(name) ?? []), seconds])
        onCases(1)
      }
    })
    const summary = [...outages].map(
      ([name, seconds]) => `${seconds.length} × ${name} (${formatRecovery(seconds)} s)`,
    )
    return {
      what: 'Patroni with three members and etcd: the primary is lost and returns',
      ...{ runs: what.bought, kills: cases, lost: 0, doubled: 0 },
      recoverySeconds: [...outages.values()].flat(),
      more: `${summary.join(', ')}; no process restarted; ${what.unanswered} of ${what.calls} calls unanswered`,
    }
  },
}
