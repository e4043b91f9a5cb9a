import { type Replicated, startReplicated } from '../servers/replicated.ts'
import { type Shape, shapes } from '../shapes/shape.ts'
import { type Stage, tryShape } from '../support/fault-injection/purchases/trial.ts'
import { pause } from '../support/pause.ts'
import type { FaultRun } from './fault-run.ts'

const PAUSE_MS = 4_000

const shape: Shape<Replicated> = {
  ...shapes.three,
  startDatabases: (directory, names) => startReplicated(directory, names, { durable: true }),
}

/** Repeats a write until one is acknowledged, without a time limit. Each is new, as an unanswered one may be stored. */
export async function waitUntilAcknowledged({ client }: Pick<Stage, 'client'>) {
  const attempt = () =>
    client.ask('POST', '/api/publique/clients', {
      nom: 'Martin',
      prenom: 'Zoé',
      adresseMail: `sonde.${crypto.randomUUID()}@example.org`,
    })
  while ((await attempt())?.status !== 201) await pause(50)
}

/**
 * Kills the primary with `kill -9`. It restarts as the primary, or its replica is promoted and it becomes the replica.
 * Returns the seconds from the kill until a write is acknowledged.
 */
async function breakDatabase(stage: Stage<Replicated>, failsOver: boolean): Promise<number> {
  const { databases } = stage
  const begun = performance.now()
  await databases.killPrimary()
  const acknowledged = waitUntilAcknowledged(stage).then(() => performance.now())
  await (failsOver ? databases.promote() : databases.restartPrimary())
  const seconds = ((await acknowledged) - begun) / 1_000
  if (failsOver) await databases.rebuild()
  return seconds
}

export const faultRun: FaultRun = {
  about:
    'PostgreSQL killed while three copies sell: restarted, or its replica promoted (about 5 kills a minute)',
  cases: 60,
  async run({ cases, seed, onCases }) {
    const [restarts, failovers]: number[][] = [[], []]
    const what = await tryShape({ shape, seed }, async stage => {
      for (let i = 0; i < cases; i++) {
        await pause(stage.random.below(PAUSE_MS))
        const failsOver = i % 2 === 1
        ;(failsOver ? failovers : restarts)?.push(await breakDatabase(stage, failsOver))
        onCases(1)
      }
    })
    return {
      what: 'PostgreSQL killed with `kill -9`: restarted, or its synchronous replica promoted',
      ...{ runs: what.bought, kills: cases, lost: 0, doubled: 0 },
      recoverySeconds: [...(restarts ?? []), ...(failovers ?? [])],
      more: `${failovers?.length} failovers; no process restarted; ${what.unanswered} of ${what.calls} calls unanswered`,
    }
  },
}
