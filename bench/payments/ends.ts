import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { cardPaymentScenario } from '../everyday/scenarios.ts'
import { load } from '../support/load.ts'
import { type Benchmark, createBatchRound } from '../support/measure.ts'
import type { Scope } from '../support/scope.ts'

/** Payments due at the same time. */
const DUE = 2_000
/** Above the number of payments that complete per second. */
const MOST_A_SECOND = 2_000

const jobs = `graphile_worker._private_jobs as job where task_id =
  (select id from graphile_worker._private_tasks where identifier = 'payments.process')`

/**
 * Returns a benchmark of the job that completes payments. A round ends with the last due job; meanwhile orders consumes
 * the resulting events.
 */
export async function createCompletionBenchmark(scope: Scope, base: string, url: string): Promise<Benchmark> {
  const db = new pg.Client({ connectionString: url })
  await db.connect()
  scope.atEnd(() => db.end())
  const count = async (which: string) =>
    (await db.query<{ n: number }>(`select count(*)::int as n from ${jobs} and ${which}`)).rows[0]?.n ?? 0

  const round = createBatchRound(DUE, async () => {
    const oldest = `select job.id from ${jobs} order by job.id limit ${DUE}`
    await db.query(`update graphile_worker._private_jobs set run_at = now() where id in (${oldest})`)
    while ((await count('run_at <= now()')) > 0) await sleep(20)
  })
  return {
    name: `payments that end, ${DUE} due at once`,
    async platform(seconds) {
      while ((await count('true')) < MOST_A_SECOND * seconds + DUE)
        await load(base, cardPaymentScenario.platform, cardPaymentScenario.connections, 1)
      return round(seconds)
    },
  }
}
