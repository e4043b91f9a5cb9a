import { createSignal } from './concurrency/signal.ts'
import type { Log } from './log.ts'

/** Rows that other processes committed are not notified here, and rows become due by themselves. */
const POLL_MS = 1_000
/** Attempts that are under way when the delivery stops may still be answered. */
const GRACE_MS = 1_500

type Parts<Row, Destination> = {
  log: Log
  /** The rows' name in the log. */
  rows: string
  /** How many rows may be on their way to each destination at once, in one process. */
  limits: () => ReadonlyMap<Destination, number> | Promise<ReadonlyMap<Destination, number>>
  /**
   * Puts off rows that are due, for longer than an attempt takes, and returns them: for each destination at most as many as
   * are free. If the process dies, the rows become due again.
   */
  claim: (free: ReadonlyMap<Destination, number>) => Promise<readonly Row[]>
  destinationOf: (row: Row) => Destination
  /** Attempts one row and records the outcome. `ending` aborts shortly after the delivery is stopped. */
  send: (row: Row, ending: AbortSignal) => Promise<unknown>
  graceMs?: number
}

/**
 * Sends rows to destinations outside until it is stopped. It does not use jobs: four of those run at a time, and a
 * destination that hangs would delay all others. Here it delays no other destination either.
 */
export function startDelivery<Row, Destination>(parts: Parts<Row, Destination>) {
  const { log, rows, limits, claim, destinationOf, send, graceMs = GRACE_MS } = parts
  const stopping = new AbortController()
  const ending = new AbortController()
  const due = createSignal(POLL_MS, stopping.signal)
  const underWay = new Map<Promise<void>, Destination>()

  function start(row: Row) {
    const attempt = Promise.try(send, row, ending.signal)
      // The claim ends, and the row is sent again.
      .catch(error => log.warn({ err: error, rows }, 'The outcome of a delivery was not recorded'))
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
      await fill().catch(error => log.warn({ err: error, rows }, 'Deliveries wait'))
      await due.wait()
    }
    const grace = setTimeout(() => ending.abort(), graceMs)
    await Promise.all(underWay.keys())
    clearTimeout(grace)
  }

  const running = run()
  return {
    /** Rows have been committed. */
    wake: due.notify,
    async stop() {
      stopping.abort()
      await running
    },
  }
}

/** The pause after so many failures in a row: twice as long each time. */
export const backOff = (failures: number, longestMs: number, firstMs = 1_000) =>
  Math.min(firstMs * 2 ** Math.max(0, failures - 1), longestMs)

type BreakerOptions = {
  /** Failures in a row after which the destination counts as unavailable. */
  threshold: number
  longestMs: number
  now?: () => number
}

/**
 * A circuit breaker for one destination: while it counts as unavailable nothing is sent, for longer each time, and between
 * the pauses one row at a time is attempted until one succeeds.
 */
export function createBreaker({ threshold, longestMs, now = () => performance.now() }: BreakerOptions) {
  let failures = 0
  let openUntil = 0
  const remainingMs = () => Math.max(0, openUntil - now())
  return {
    remainingMs,
    /** The number of rows that may be on their way now, of `most` at other times. */
    limit(most: number) {
      if (remainingMs() > 0) return 0
      return failures < threshold ? most : 1
    },
    /** Records an attempt. Failures of attempts that began before a pause do not extend it. */
    record(isAvailable: boolean) {
      if (!isAvailable && remainingMs() > 0) return
      failures = isAvailable ? 0 : failures + 1
      openUntil = failures < threshold ? 0 : now() + backOff(failures - threshold + 1, longestMs)
    },
  }
}
