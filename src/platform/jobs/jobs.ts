import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock } from '../clock.ts'
import type { DatabasePool, Tx } from '../database/database.ts'
import type { GaugeDefinition } from '../metrics/metrics.ts'
import type { JobKind } from './job.ts'
import { POLL_DUE_MS, runUntilFailure, WORKERS } from './runner.ts'
import {
  countLateJobs,
  deleteSupersededJobs,
  insertJob,
  insertLaterJobs,
  insertSchedule,
  releaseDeadWorkers,
  rescheduleFailedJobs,
} from './store.ts'
import { addTraceparent, createTasks, type TaskParts } from './tasks.ts'

export type Jobs = ReturnType<typeof createJobs>

/** A pool whose jobs were locked this recently may not have acquired its own lock yet. */
const LOCK_GRACE_MS = 3_000
const SWEEP_INTERVAL_MS = 5_000
/** After a long outage, failed jobs run within the sum of these two intervals once their dependency is available. */
const MAX_RETRY_WAIT_MS = 240_000
const MAINTENANCE_INTERVAL_MS = 60_000

export function createJobs(clock: Clock) {
  /**
   * Adds several jobs that are due at the same time. Only payloads from `addTraceparent` continue the current trace.
   */
  async function addAll<Payload extends object>(
    tx: Tx,
    { name }: JobKind<Payload>,
    payloads: readonly Payload[],
    at: Date,
  ) {
    const runAt = clock.toReal(at)
    const isFoundByPolling = runAt.getTime() > clock.real(POLL_DUE_MS).getTime()
    if (isFoundByPolling && (await insertLaterJobs(tx, name, payloads, runAt)) > 0) return
    for (const payload of payloads) await insertJob(tx, { name, payload, runAt })
  }

  /**
   * Adds a job in the caller's transaction, due at `at` by the clock (default: now). It replaces a pending job with the
   * same `key`. Jobs of the same `queue` run one at a time.
   */
  async function add<Payload extends object>(
    tx: Tx,
    kind: JobKind<Payload>,
    payload: Payload,
    { at = clock.now(), key, queue }: { at?: Date; key?: string; queue?: string } = {},
  ) {
    const traced = addTraceparent(payload)
    if (key === undefined && queue === undefined) await addAll(tx, kind, [traced], at)
    else await insertJob(tx, { name: kind.name, payload: traced, runAt: clock.toReal(at), key, queue })
  }

  return { add, addAll }
}

type Parts = TaskParts & {
  /** An address without a pooler in transaction mode, because the runner listens and holds a lock. */
  url: string
}

/**
 * Starts to run due jobs and schedules, until `stop`, and reconnects when PostgreSQL restarts. All processes on a
 * database share its jobs.
 */
export async function startJobs(parts: Parts): Promise<{ stop(): Promise<void> }> {
  const { db, clock, log, schedules, url } = parts
  const stopping = new AbortController()
  const { signal } = stopping
  const taskList = createTasks(parts)
  // Jobs use at most about half of the connections, so that requests get some too.
  const workers = Math.min(WORKERS, Math.ceil(db.pg.options.max / 2))

  async function runOnce() {
    await db.transaction(async tx => {
      for (const { name, next } of schedules)
        await insertSchedule(tx, { name, payload: {}, runAt: clock.toReal(next(clock.now())) })
    })
    await sweep(true)
    await maintain()
    await runUntilFailure({ url, taskList, workers, log, stopping: signal })
  }

  /**
   * Releases the jobs of dead processes. At start there is no grace period, so that a restarted process resumes its
   * jobs at once. Another process that is just starting may be considered dead; its job then runs twice, which jobs
   * must tolerate (see Job).
   */
  async function sweep(starting = false) {
    const now = clock.real().getTime()
    const lockedBefore = new Date(now - (starting ? 0 : LOCK_GRACE_MS))
    const swept = await db.transaction(tx => releaseDeadWorkers(tx, lockedBefore))
    if (swept) log.warn({ processes: swept.released }, 'Took over the jobs of terminated processes')
  }

  const maintain = () =>
    db.transaction(async tx => {
      await rescheduleFailedJobs(tx, clock.real(MAX_RETRY_WAIT_MS))
      await deleteSupersededJobs(tx)
    })

  const running = (async () => {
    while (!signal.aborted) {
      await runOnce().catch(error => {
        if (!signal.aborted) log.warn({ err: error }, 'The job runner stopped and is restarted')
      })
      await sleep(1_000, undefined, { signal }).catch(() => {})
    }
  })()
  const sweeping = setInterval(() => {
    sweep().catch(error => log.debug({ err: error }, 'Could not find terminated workers'))
  }, SWEEP_INTERVAL_MS)
  const maintaining = setInterval(() => {
    maintain().catch(error =>
      log.debug({ err: error }, 'Could not reschedule failed jobs and delete superseded ones'),
    )
  }, MAINTENANCE_INTERVAL_MS)

  return {
    async stop() {
      stopping.abort()
      clearInterval(sweeping)
      clearInterval(maintaining)
      await running
    },
  }
}

/** Returns the gauge of overdue jobs. All processes on the database report the same value. */
export const createJobGauges = (db: DatabasePool, clock: Clock): GaugeDefinition[] => [
  {
    name: 'comptoir_jobs_late',
    help: 'Jobs in the database overdue by more than a minute, counted up to 10000',
    value: () => countLateJobs(db, clock.real()),
  },
]
