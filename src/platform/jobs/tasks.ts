import type { TaskList } from 'graphile-worker'
import type { Clock } from '../clock.ts'
import type { DatabasePool } from '../database/database.ts'
import type { Log } from '../log.ts'
import type { Counts } from '../metrics/counts.ts'
import type { Tracer } from '../span.ts'
import { jobsDone, jobsFailed } from './counts.ts'
import type { Job, Schedule } from './job.ts'
import { insertJob } from './store.ts'
import { runTraced } from './traced-job.ts'

export type TaskParts = {
  db: DatabasePool
  clock: Clock
  log: Log
  jobs: readonly Job[]
  schedules: readonly Schedule[]
  counts?: Counts | undefined
  tracer?: Tracer | undefined
}

/** Jobs and schedules as the runner calls them. */
export function tasksOf({ db, clock, log, jobs, schedules, counts, tracer }: TaskParts): TaskList {
  const names = [...jobs, ...schedules].map(({ name }) => name)
  counts?.open(jobsDone, names)
  counts?.open(jobsFailed, names)

  async function counted(name: string, work: () => Promise<unknown>) {
    try {
      await work()
      counts?.add(jobsDone, { value: name })
    } catch (error) {
      counts?.add(jobsFailed, { value: name })
      throw error
    }
  }

  async function runScheduled({ name, next, run }: Schedule) {
    await counted(name, run).catch(error =>
      log.error({ err: error, schedule: name }, 'A scheduled job failed; it runs again when next due'),
    )
    const runAt = clock.toReal(next(clock.now()))
    await db.transaction(tx => insertJob(tx, { name, payload: {}, runAt, key: name }))
  }

  return Object.fromEntries([
    ...jobs.map(({ name, run }) => [
      name,
      (payload: unknown) => runTraced(tracer, name, payload, given => counted(name, () => run(given))),
    ]),
    ...schedules.map(schedule => [
      schedule.name,
      () => runTraced(tracer, schedule.name, {}, () => runScheduled(schedule)),
    ]),
  ])
}
