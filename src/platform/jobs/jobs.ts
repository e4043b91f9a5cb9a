import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock } from '../clock.ts'
import type { DatabasePool, Tx } from '../database/database.ts'
import type { GaugeOf } from '../metrics/metrics.ts'
import type { JobKind } from './job.ts'
import { POLL_DUE_MS, runUntilItBreaks, WORKERS } from './runner.ts'
import {
  bringForward,
  insertJob,
  insertLaterJobs,
  insertSchedule,
  lateJobs,
  releaseDeadWorkers,
} from './store.ts'
import { type TaskParts, tasksOf, tracedPayload } from './tasks.ts'

export type Jobs = ReturnType<typeof createJobs>

/** A pool that died this recently may be one that has not yet taken its lock. */
const BENEFIT_OF_DOUBT_MS = 3_000
const SWEEP_MS = 5_000
/** After an outage of a day, a failed job runs within the sum of both once its dependency is back. */
const MOST_WAIT_MS = 240_000
const LOOK_AT_WAITING_MS = 60_000

export function createJobs(clock: Clock) {
  /** Adds several that are due at one moment; what each is given is its `tracedPayload`. */
  async function addAll<Payload extends object>(
    tx: Tx,
    { name }: JobKind<Payload>,
    payloads: readonly Payload[],
    at: Date,
  ) {
    const runAt = clock.toReal(at)
    const isFoundInTime = runAt.getTime() > clock.real(POLL_DUE_MS).getTime()
    if (isFoundInTime && (await insertLaterJobs(tx, name, payloads, runAt)) > 0) return
    for (const payload of payloads) await insertJob(tx, { name, payload, runAt })
  }

  /**
   * Adds work in the transaction that calls for it, due at `at` by the clock (now without it). Of one `queue` one job runs at
   * a time.
   */
  async function add<Payload extends object>(
    tx: Tx,
    kind: JobKind<Payload>,
    payload: Payload,
    { at = clock.now(), key, queue }: { at?: Date; key?: string; queue?: string } = {},
  ) {
    const given = tracedPayload(payload)
    if (key === undefined && queue === undefined) await addAll(tx, kind, [given], at)
    else await insertJob(tx, { name: kind.name, payload: given, runAt: clock.toReal(at), key, queue })
  }

  return { add, addAll }
}

type Parts = TaskParts & { url: string }

/** Runs due jobs until it is stopped, each once among all processes on the database, through restarts of PostgreSQL. */
export async function startJobs(parts: Parts): Promise<{ stop(): Promise<void> }> {
  const { db, clock, log, schedules, url } = parts
  const stopping = new AbortController()
  const { signal } = stopping
  const taskList = tasksOf(parts)
  // A process that is given few connections takes few for its jobs.
  const workers = Math.min(WORKERS, Math.ceil(db.pg.options.max / 2))

  async function runOnce() {
    await db.transaction(async tx => {
      for (const { name, next } of schedules)
        await insertSchedule(tx, { name, payload: {}, runAt: clock.toReal(next(clock.now())) })
    })
    await sweep(true)
    await hurry()
    await runUntilItBreaks({ url, taskList, workers, log, stopping: signal })
  }

  /**
   * At start nobody is given the benefit of doubt, so that a restart goes on at once. A process that starts in the same
   * moment may be taken for dead; its job then runs twice, which a job must stand (see Job).
   */
  async function sweep(starting = false) {
    const now = clock.real().getTime()
    const swept = await releaseDeadWorkers(db, new Date(now - (starting ? 0 : BENEFIT_OF_DOUBT_MS)))
    if (swept) log.warn({ processes: swept.released }, 'Took over the jobs of processes that had died')
  }

  const hurry = () => bringForward(db, clock.real(MOST_WAIT_MS))

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
  const hurrying = setInterval(() => {
    hurry().catch(error => log.debug({ err: error }, 'Could not bring failed jobs forward'))
  }, LOOK_AT_WAITING_MS)

  return {
    async stop() {
      stopping.abort()
      clearInterval(sweeping)
      clearInterval(hurrying)
      await running
    },
  }
}

/** Jobs that no process has begun though they are due: all processes on the database show the same. */
export const jobGauges = (db: DatabasePool, clock: Clock): GaugeOf[] => [
  {
    name: 'comptoir_jobs_late',
    help: 'Jobs of the database that have been due for more than a minute; 10000 are that many or more',
    value: () => lateJobs(db, clock.real()),
  },
]
