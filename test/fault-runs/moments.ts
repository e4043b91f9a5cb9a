import { startPostgres } from '../servers/postgresql.ts'
import { startRabbit } from '../servers/rabbitmq.ts'
import { createTestDatabase } from '../support/database.ts'
import { moments } from '../support/fault-injection/moments.ts'
import { openStage } from '../support/fault-injection/pairs/stage.ts'
import prepareTemplate from '../support/template.ts'
import type { FaultRun } from './fault-run.ts'

const all = Object.values(moments)

export const faultRun: FaultRun = {
  about:
    'a process killed between confirm and mark, between commit and acknowledgement (about 15 kills a minute)',
  cases: 200,
  async run({ cases, onCases }) {
    const [postgres, rabbit] = await Promise.all([startPostgres(), startRabbit()])
    // The server on which fresh databases are created.
    process.env.COMPTOIR_TEST_DATABASE_URL = postgres.url
    try {
      await prepareTemplate(postgres.url)
      for (let i = 0; i < cases; i++) {
        const stage = await openStage({ databaseUrl: await createTestDatabase(), amqpUrl: rabbit.url })
        await all[i % all.length]?.(stage)
        await stage.close()
        onCases(1)
      }
      return {
        what: 'a process killed between confirm and mark, between commit and acknowledgement: the duplicate has no effect',
        ...{ runs: cases, kills: cases, lost: 0, doubled: 0, recoverySeconds: [] },
        more: `${all.length} moments, by a connection that delays the acknowledgement`,
      }
    } finally {
      await postgres.stop()
      await rabbit.stop()
    }
  },
}
