import type { TaskList } from 'graphile-worker'
import type { Clock } from '../clock.ts'
import type { DatabasePool } from '../database/database.ts'
import type { Log } from '../log.ts'
import { type Counts, countsBy } from '../metrics/metrics.ts'
import { currentSpan, newRequestId, type Tracer, withRequest } from '../trace.ts'
import { runSpan } from '../tracing/spans.ts'
import type { Job, Schedule } from './job.ts'
import { insertJob } from './store.ts'

const jobsDone = countsBy('comptoir_jobs_done_total', 'Jobs completed by this process', 'task')

const jobsFailed = countsBy('comptoir_jobs_failed_total', 'Failed attempts of jobs in this process', 'task')

/** A field that is added to the payload of a job and removed before the job runs. */
const TRACE_FIELD = '_traceparent'

/** Adds the `traceparent` of the current work to a payload, if that work is traced. */
export function addTraceparent<Payload extends object>(payload: Payload): Payload {
  const span = currentSpan()
  return span ? { ...payload, [TRACE_FIELD]: span.traceparent } : payload
}

/** Runs a job with a new request id, in the trace of the work that added it, or in a new trace if there was none. */
function runTraced<T>(
  tracer: Tracer | undefined,
  name: string,
  traced: object,
  run: (payload: object) => Promise<T>,
): Promise<T> {
  const { [TRACE_FIELD]: parent, ...payload } = traced as { [TRACE_FIELD]?: string }
  const work = () => run(payload)
  const id = newRequestId()
  return withRequest(id, () => {
    if (!tracer) return work()
    const attributes = { 'comptoir.request_id': id }
    return runSpan(tracer.start(`job ${name}`, { kind: 'consumer', attributes, parent }), work)
  })
}

export type TaskParts = {
  db: DatabasePool
  clock: Clock
  log: Log
  jobs: readonly Job[]
  schedules: readonly Schedule[]
  counts?: Counts | undefined
  tracer?: Tracer | undefined
}

/**
 * Returns the jobs and schedules as tasks of the runner, which count their runs. A failed job is retried; a schedule
 * only logs its failure, and inserts its next run in either case.
 */
export function createTasks({ db, clock, log, jobs, schedules, counts, tracer }: TaskParts): TaskList {
  const names = [...jobs, ...schedules].map(({ name }) => name)
  counts?.open(jobsDone, names)
  counts?.open(jobsFailed, names)

  async function countRuns(name: string, work: () => Promise<unknown>) {
    try {
      await work()
      counts?.add(jobsDone, { value: name })
    } catch (error) {
      counts?.add(jobsFailed, { value: name })
      throw error
    }
  }

  async function runScheduled({ name, next, run }: Schedule) {
    await countRuns(name, run).catch(error =>
      log.error({ err: error, schedule: name }, 'A scheduled job failed; it runs again when next due'),
    )
    const runAt = clock.toReal(next(clock.now()))
    await db.transaction(tx => insertJob(tx, { name, payload: {}, runAt, key: name }))
  }

  return Object.fromEntries([
    ...jobs.map(({ name, run }) => [
      name,
      (payload: unknown) =>
        runTraced(tracer, name, payload as object, untraced => countRuns(name, () => run(untraced))),
    ]),
    ...schedules.map(schedule => [
      schedule.name,
      () => runTraced(tracer, schedule.name, {}, () => runScheduled(schedule)),
    ]),
  ])
}
