import { EventEmitter } from 'node:events'
import { Logger, run, type TaskList, type WorkerEvents } from 'graphile-worker'
import pg from 'pg'
import { createSignal } from '../concurrency/signal.ts'
import { endWithTimeout, withTimeout } from '../concurrency/timeout.ts'
import { createDisconnect } from '../database/connections.ts'
import { acquireSessionLock } from '../database/locks.ts'
import { refuseStandby } from '../database/time-limits.ts'
import type { Log } from '../log.ts'

/**
 * Forwards graphile-worker's messages to the platform's log: errors and warnings with their level, all others at debug.
 */
const workerLogger = (log: Log) =>
  new Logger(() => (level, message) => {
    if (level === 'error') log.error({ part: 'jobs' }, message)
    else if (level === 'warning') log.warn({ part: 'jobs' }, message)
    else log.debug({ part: 'jobs' }, message)
  })

type Callback = Parameters<pg.Pool['connect']>[0]

/**
 * A pool that ignores a second release of a connection. graphile-worker releases its listener's connection twice if the
 * runner stops and the connection breaks before it listens; the second release would throw an uncaught error, which
 * ends the process.
 */
class RunnerPool extends pg.Pool {
  constructor(config: pg.PoolConfig) {
    super({ ...config, ...{ onConnect: refuseStandby } })
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
  /** The maximum number of concurrent jobs. */
  workers?: number
  log: Log
  stopping: AbortSignal
  /** The interval and time limit of the heartbeat query. */
  heartbeatMs?: number
}

export const WORKERS = 4

/** The interval at which the runner looks for due jobs, even if it is not notified of one. */
export const POLL_DUE_MS = 1_000

/**
 * If the server's machine fails, its connections stay open, and without a heartbeat a client would notice that only
 * after a quarter of an hour.
 */
const HEARTBEAT_MS = 10_000

/**
 * The time that running jobs have to finish after a stop. An unfinished job is run again, by this process or another.
 */
const STOP_MS = 2_000
const CLOSE_MS = 500

/**
 * Runs due jobs until `stopping`, or throws when its connection fails. In both cases it releases all connections.
 * graphile-worker alone does not: if two batches of finished jobs cannot be written, its runner never ends, and a
 * runner that is not stopped retains its listener's connection.
 */
export async function runUntilFailure(parts: Parts) {
  const { url, log, stopping } = parts
  const pool = new RunnerPool({ connectionString: url, max: 8, connectionTimeoutMillis: 5_000 })
  const onBroken = (error: Error) => {
    if (!stopping.aborted) log.warn({ err: error }, 'A database connection of the job runner failed')
  }
  pool.on('error', onBroken)
  pool.on('connect', client => void client.on('error', onBroken))
  const abandon = createDisconnect(pool)
  try {
    await runWithPool(pool, parts)
  } finally {
    await endWithTimeout(log, {
      step: 'connections of the job runner',
      withinMs: CLOSE_MS,
      end: () => pool.end(),
      abandon,
    })
  }
}

async function runWithPool(
  pool: pg.Pool,
  { taskList, workers = WORKERS, log, stopping, heartbeatMs = HEARTBEAT_MS }: Parts,
) {
  const session = await pool.connect()
  let heartbeat: NodeJS.Timeout | undefined
  const events: WorkerEvents = new EventEmitter()
  const lost = new Promise<Error>(resolve => {
    session.once('error', resolve)
    heartbeat = setInterval(
      () => void withTimeout(heartbeatMs, session.query('select')).catch(resolve),
      heartbeatMs,
    )
    events.once('pool:create', ({ workerPool }) => {
      acquireSessionLock(session, 'jobWorker', workerPool.id).catch(resolve)
    })
  })
  const started = run({
    pgPool: pool,
    taskList,
    concurrency: workers,
    pollInterval: POLL_DUE_MS,
    // With batching, a failed write of finished jobs would be an unhandled rejection, which ends the process.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    noHandleSignals: true,
    logger: workerLogger(log),
    events,
  })
  try {
    const broken = await Promise.race([
      started.then(({ promise }) => promise),
      lost,
      createSignal(undefined, stopping).wait(),
    ])
    if (broken) throw broken
  } finally {
    clearInterval(heartbeat)
    await endWithTimeout(log, {
      step: 'the job runner',
      withinMs: STOP_MS,
      end: async () => {
        const runner = await started.catch(() => undefined)
        // A runner that is already stopping cannot be stopped, only awaited.
        await runner?.stop().catch(() => runner.promise)
      },
    })
    session.release(true)
  }
}
