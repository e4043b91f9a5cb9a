import { startPostgres } from '../servers/postgresql.ts'
import { startRabbit } from '../servers/rabbitmq.ts'
import { createTestDatabase } from '../support/database.ts'
import { runPairs } from '../support/fault-injection/pairs/run.ts'
import prepareTemplate from '../support/template.ts'
import type { FaultRun } from './fault-run.ts'

/** With this size, a batch's dead letters stay below the limit of one queue. */
const BATCH = 100_000

export const faultRun: FaultRun = {
  about: 'events committed in reversed order while their senders and consumers are killed',
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
        const addresses = { databaseUrl: await createTestDatabase(), amqpUrl: rabbit.url }
        const what = await runPairs({ ...addresses, pairs, seed: seed + done, onPairs: onCases })
        recoverySeconds.push(...what.recoverySeconds)
        again += what.again
        console.log(`
${what.kills} processes were killed; ${2 * pairs} events were sent, none skipped and none out of order within its order
${what.again} arrived twice without effect; ${what.effects} had their effect once, ${what.refused} were rejected and stored once as dead letters`)
      }
      return {
        what: 'pairs of events committed in reversed order, senders and consumers killed',
        ...{ runs: cases, kills: recoverySeconds.length, lost: 0, doubled: 0, recoverySeconds },
        more: `${again} messages arrived twice, without effect; none skipped, none out of order within its order`,
      }
    } finally {
      await postgres.stop()
      await rabbit.stop()
    }
  },
}
