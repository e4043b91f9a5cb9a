import { setTimeout as sleep } from 'node:timers/promises'
import type { TaskList } from 'graphile-worker'
import type { Clock } from '../clock.ts'
import type { DatabasePool, Tx } from '../database/database.ts'
import type { Log } from '../log.ts'
import { newRequestId, withRequestId } from '../trace.ts'
import type { Job, JobKind, Schedule } from './job.ts'
import { runUntilItBreaks } from './runner.ts'
import { insertJob, insertSchedule, releaseDeadWorkers } from './store.ts'

export type Jobs = {
  /**
   * Adds work in the transaction that calls for it, due at `at` by the clock (now without it). Of one `queue` one job runs at
   * a time.
   */
  add<Payload>(
    tx: Tx,
    kind: JobKind<Payload>,
    payload: Payload,
    options?: { at?: Date; key?: string; queue?: string },
  ): Promise<unknown>
}

/** A pool that died this recently may be one that has not yet taken its lock. */
const BENEFIT_OF_DOUBT_MS = 3_000
const SWEEP_MS = 5_000

export const createJobs = (clock: Clock): Jobs => ({
  add: (tx, kind, payload, { at = clock.now(), key, queue } = {}) =>
    insertJob(tx, { name: kind.name, payload, runAt: clock.toReal(at), key, queue }),
})

type Parts = { db: DatabasePool; clock: Clock; log: Log; jobs: Job[]; schedules: Schedule[]; url: string }

const tasksOf = ({ db, clock, log, jobs, schedules }: Parts): TaskList => ({
  ...Object.fromEntries(
    jobs.map(({ name, run }) => [
      name,
      (payload: unknown) => withRequestId(newRequestId(), () => run(payload)),
    ]),
  ),
  ...Object.fromEntries(
    schedules.map(schedule => [
      schedule.name,
      () =>
        withRequestId(newRequestId(), async () => {
          try {
            await schedule.run()
          } catch (error) {
            log.error(
              { err: error, schedule: schedule.name },
              'A scheduled job failed; it runs again when next due',
            )
          }
          await db.transaction(tx =>
            insertJob(tx, {
              name: schedule.name,
              payload: {},
              runAt: clock.toReal(schedule.next(clock.now())),
              key: schedule.name,
            }),
          )
        }),
    ]),
  ),
})

/** Runs due jobs until it is stopped, each once among all processes on the database, through restarts of PostgreSQL. */
export async function startJobs(parts: Parts): Promise<{ stop(): Promise<void> }> {
  const { db, clock, log, schedules, url } = parts
  const stopping = new AbortController()
  const { signal } = stopping
  const taskList = tasksOf(parts)

  async function runOnce() {
    await db.transaction(async tx => {
      for (const { name, next } of schedules)
        await insertSchedule(tx, { name, payload: {}, runAt: clock.toReal(next(clock.now())) })
    })
    await sweep(true)
    await runUntilItBreaks({ url, taskList, log, stopping: signal })
  }

  /**
   * At start nobody is given the benefit of doubt, so that a restart goes on at once. A process that starts in the same
   * moment may be taken for dead; its job then runs twice, which a job must stand (see Job).
   */
  async function sweep(starting = false) {
    const swept = await releaseDeadWorkers(
      db,
      new Date(clock.toReal(clock.now()).getTime() - (starting ? 0 : BENEFIT_OF_DOUBT_MS)),
    )
    if (swept) log.warn({ processes: swept.released }, 'Took over the jobs of processes that had died')
  }

  const running = (async () => {
    while (!signal.aborted) {
      await runOnce().catch(error => {
        if (!signal.aborted) log.warn({ err: error }, 'The job runner stopped; it starts again')
      })
      await sleep(1_000, undefined, { signal }).catch(() => {})
    }
  })()
  const sweeping = setInterval(() => {
    sweep().catch(error => log.debug({ err: error }, 'Could not look for dead workers'))
  }, SWEEP_MS)

  return {
    async stop() {
      stopping.abort()
      clearInterval(sweeping)
      await running
    },
  }
}
