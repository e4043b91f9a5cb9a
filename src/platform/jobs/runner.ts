import { EventEmitter } from 'node:events'
import { Logger, run, type TaskList, type WorkerEvents } from 'graphile-worker'
import pg from 'pg'
import { endWithTimeout, withTimeout } from '../concurrency/timeout.ts'
import { createDisconnect, PrimaryClient } from '../database/connections.ts'
import { acquireSessionLock } from '../database/locks.ts'
import type { Log } from '../log.ts'

/** graphile-worker's lines on our log: its chatter at debug, its own failures as they are. */
const workerLogger = (log: Log) =>
  new Logger(() => (level, message) => {
    if (level === 'error') log.error({ part: 'jobs' }, message)
    else if (level === 'warning') log.warn({ part: 'jobs' }, message)
    else log.debug({ part: 'jobs' }, message)
  })

type Callback = Parameters<pg.Pool['connect']>[0]

/**
 * A pool that a connection may be given back to twice. graphile-worker does so with its listener's when that breaks before
 * it listens, while the runner stops; nobody catches the error of the second time, and the process would end.
 */
class RunnerPool extends pg.Pool {
  constructor(config: pg.PoolConfig) {
    super({ ...config, Client: PrimaryClient })
  }

  override connect(): Promise<pg.PoolClient>
  override connect(callback: Callback): void
  override connect(callback?: Callback) {
    if (!callback) return super.connect()
    super.connect((error, client, release) => {
      if (!client) return callback(error, client, release)
      let released = false
      callback(error, client, fault => {
        if (!released) release(fault)
        released = true
      })
    })
  }
}

type Parts = {
  url: string
  taskList: TaskList
  /** How many jobs run at once, each with a connection. */
  workers?: number
  log: Log
  stopping: AbortSignal
  /** How often the server is asked for a sign of life, and how long it has. */
  heartbeatMs?: number
}

export const WORKERS = 4

/** The interval at which due jobs are polled, notified or not. */
export const POLL_DUE_MS = 1_000

/** A server whose machine is gone breaks no connection: whoever waits for it hears nothing for a quarter of an hour. */
const HEARTBEAT_MS = 10_000

/** A job that takes longer is run again, by this process or another. */
const LAST_JOBS_MS = 2_000
const CONNECTIONS_MS = 500

/**
 * Runs due jobs until `stopping`, or until it breaks; then it throws. Either way nothing of it is left afterwards. That is
 * not left to graphile-worker: when two batches of ended jobs cannot be written, its runner never ends, and a runner that
 * nobody stops keeps its listener's connection.
 */
export async function runUntilItBreaks(parts: Parts) {
  const { url, log, stopping } = parts
  const pool = new RunnerPool({ connectionString: url, max: 8, connectionTimeoutMillis: 5_000 })
  const onBroken = (error: Error) => {
    if (!stopping.aborted) log.warn({ err: error }, 'A connection of the job runner broke')
  }
  pool.on('error', onBroken)
  pool.on('connect', client => void client.on('error', onBroken))
  const abandon = createDisconnect(pool)
  try {
    await runOn(pool, parts)
  } finally {
    await endWithTimeout(log, {
      step: 'connections of the job runner',
      withinMs: CONNECTIONS_MS,
      end: () => pool.end(),
      abandon,
    })
  }
}

async function runOn(
  pool: pg.Pool,
  { taskList, workers = WORKERS, log, stopping, heartbeatMs = HEARTBEAT_MS }: Parts,
) {
  const alive = await pool.connect()
  let heartbeat: NodeJS.Timeout | undefined
  const events: WorkerEvents = new EventEmitter()
  const lost = new Promise<Error>(resolve => {
    alive.once('error', resolve)
    heartbeat = setInterval(
      () => void withTimeout(heartbeatMs, alive.query('select')).catch(resolve),
      heartbeatMs,
    )
    events.once('pool:create', ({ workerPool }) => {
      acquireSessionLock(alive, 'jobWorker', workerPool.id).catch(resolve)
    })
  })
  const started = run({
    pgPool: pool,
    taskList,
    concurrency: workers,
    pollInterval: POLL_DUE_MS,
    // A single one that fails to be written as ended is a rejection that nobody catches, the process's end.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    noHandleSignals: true,
    logger: workerLogger(log),
    events,
  })
  try {
    const broken = await Promise.race([started.then(({ promise }) => promise), lost, aborted(stopping)])
    if (broken) throw broken
  } finally {
    clearInterval(heartbeat)
    await endWithTimeout(log, {
      step: 'the job runner',
      withinMs: LAST_JOBS_MS,
      end: async () => {
        const runner = await started.catch(() => undefined)
        // A runner that is stopping by itself cannot be stopped, only awaited.
        await runner?.stop().catch(() => runner.promise)
      },
    })
    alive.release(true)
  }
}

const aborted = (signal: AbortSignal) =>
  new Promise<void>(resolve => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
