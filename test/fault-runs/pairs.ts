import { startPostgres } from '../servers/postgresql.ts'
import { startRabbit } from '../servers/rabbitmq.ts'
import { freshDatabase } from '../support/database.ts'
import { runPairs } from '../support/fault-injection/pairs/run.ts'
import prepareTemplate from '../support/template.ts'
import type { FaultRun } from './fault-run.ts'

/** With this size, a batch's dead letters stay below the limit of one queue. */
const BATCH = 100_000

export const faultRun: FaultRun = {
  about: 'events whose commits come in reversed order, while what sends them and takes them in is killed',
  cases: 100_000,
  async run({ cases, seed, onCases }) {
    const [postgres, rabbit] = await Promise.all([startPostgres(), startRabbit()])
    // The server on which fresh databases are created.
    process.env.COMPTOIR_TEST_DATABASE_URL = postgres.url
    const recoverySeconds: number[] = []
    let again = 0
    try {
      await prepareTemplate(postgres.url)
      for (let done = 0; done < cases; done += BATCH) {
        const pairs = Math.min(BATCH, cases - done)
        const addresses = { databaseUrl: await freshDatabase(), amqpUrl: rabbit.url }
        const what = await runPairs({ ...addresses, pairs, seed: seed + done, onPairs: onCases })
        recoverySeconds.push(...what.recoverySeconds)
        again += what.again
        console.log(`
${what.kills} processes were killed; ${2 * pairs} events were sent, none skipped and none out of order for its order
${what.again} came a second time and had no effect; ${what.effects} had theirs once, ${what.refused} were refused and are kept once`)
      }
      return {
        what: 'pairs of events committed in reversed order, senders and takers killed',
        ...{ runs: cases, kills: recoverySeconds.length, lost: 0, doubled: 0, recoverySeconds },
        more: `${again} messages came twice, to no effect; none skipped, none out of order for its order`,
      }
    } finally {
      await postgres.stop()
      await rabbit.stop()
    }
  },
}
