import { createSignal } from './concurrency/signal.ts'
import type { Log } from './log.ts'

/** Commits of other processes send no notification here, and rows become due without one. */
const POLL_MS = 1_000
/** Time for running attempts to finish after the delivery is stopped. */
const GRACE_MS = 1_500

type Parts<Row, Destination> = {
  log: Log
  /** The name of the rows in log messages. */
  rows: string
  /** The maximum number of concurrent attempts for each destination in one process. */
  limits: () => ReadonlyMap<Destination, number> | Promise<ReadonlyMap<Destination, number>>
  /**
   * Postpones due rows by more than the duration of an attempt and returns them: for each destination at most the number in
   * `free`. If the process dies, the rows become due again.
   */
  claim: (free: ReadonlyMap<Destination, number>) => Promise<readonly Row[]>
  destinationOf: (row: Row) => Destination
  /** Sends one row and records the outcome. `ending` aborts `graceMs` after the delivery is stopped. */
  send: (row: Row, ending: AbortSignal) => Promise<unknown>
  graceMs?: number
}

/**
 * Sends rows to external destinations until it is stopped. It does not use jobs: only four jobs run at a time, so one
 * unresponsive destination would delay all others. Here a destination delays only its own rows.
 */
export function startDelivery<Row, Destination>(parts: Parts<Row, Destination>) {
  const { log, rows, limits, claim, destinationOf, send, graceMs = GRACE_MS } = parts
  const stopping = new AbortController()
  const ending = new AbortController()
  const due = createSignal(POLL_MS, stopping.signal)
  const underWay = new Map<Promise<void>, Destination>()

  function start(row: Row) {
    const attempt = Promise.try(send, row, ending.signal)
      // The claim expires, so the row becomes due again.
      .catch(error => log.warn({ err: error, rows }, 'The result of a delivery could not be recorded'))
      .then(() => {
        underWay.delete(attempt)
        due.notify()
      })
    underWay.set(attempt, destinationOf(row))
  }

  async function fill() {
    const all = await limits()
    const busy = Map.groupBy(underWay.values(), destination => destination)
    const free = [...all].map(([to, limit]) => [to, limit - (busy.get(to)?.length ?? 0)] as const)
    const open = new Map(free.filter(([, count]) => count > 0))
    if (open.size > 0) for (const row of await claim(open)) start(row)
  }

  async function run() {
    while (!stopping.signal.aborted) {
      await fill().catch(error =>
        log.warn({ err: error, rows }, 'Due deliveries could not be started and will be retried'),
      )
      await due.wait()
    }
    const grace = setTimeout(() => ending.abort(), graceMs)
    await Promise.all(underWay.keys())
    clearTimeout(grace)
  }

  const running = run()
  return {
    /** Starts a check for due rows. Call it after rows have been committed. */
    wake: due.notify,
    async stop() {
      stopping.abort()
      await running
    },
  }
}

/**
 * Returns the pause in milliseconds after this number of consecutive failures. It doubles with each failure, up to
 * `longestMs`.
 */
export const backoffMs = (failures: number, longestMs: number, firstMs = 1_000) =>
  Math.min(firstMs * 2 ** Math.max(0, failures - 1), longestMs)

type BreakerOptions = {
  /** The number of consecutive failures after which the destination counts as unavailable. */
  threshold: number
  longestMs: number
  now?: () => number
}

/**
 * Creates a circuit breaker for one destination. While it is open, nothing is sent. Pauses double up to `longestMs`;
 * after a pause, one row at a time is attempted until one succeeds.
 */
export function createBreaker({ threshold, longestMs, now = () => performance.now() }: BreakerOptions) {
  let failures = 0
  let openUntil = 0
  const remainingMs = () => Math.max(0, openUntil - now())
  return {
    remainingMs,
    /** The number of concurrent attempts allowed now; `most` is the number for an available destination. */
    limit(most: number) {
      if (remainingMs() > 0) return 0
      return failures < threshold ? most : 1
    },
    /** Records the outcome of an attempt. Failures of attempts that began before a pause do not extend it. */
    record(isAvailable: boolean) {
      if (!isAvailable && remainingMs() > 0) return
      failures = isAvailable ? 0 : failures + 1
      openUntil = failures < threshold ? 0 : now() + backoffMs(failures - threshold + 1, longestMs)
    },
  }
}
