import { LRUCache } from 'lru-cache'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { createKeyedSemaphore } from '../concurrency/semaphore.ts'
import type { DatabasePool, Tx } from '../database/database.ts'
import { Sql, sql } from '../database/sql.ts'
import { createKeyedHash } from '../encryption.ts'
import { Problem } from '../problem.ts'
import { withoutChanges } from '../trace.ts'

/** A maximum number of operations within a time window, which begins with the first operation. */
type Limit = { name: string; most: number; seconds: number }

/** Counts operations by key. */
export type Counter = {
  /** Counts operations. Returns undefined within the limit, otherwise the seconds until the window ends. */
  consume(key: string, operations?: number): Promise<number | undefined>
  /** Returns the seconds until the window ends if the limit is reached, without counting. */
  wait(key: string): Promise<number | undefined>
  /** Undoes the count of an operation. */
  restore(key: string): Promise<void>
}

export type Limits = ReturnType<typeof createLimits>

/**
 * Limits that apply across all processes, counted in PostgreSQL. The windows are in real time, because the limits
 * throttle machines, whatever the clock of the shop shows. A key may identify a person, so only its keyed hash is
 * stored; it is pruned after the window ends.
 */
export function createLimits({ db, secret }: { db: DatabasePool; secret: string }) {
  const storeClient = createStoreClient(db)
  const keyedHash = createKeyedHash(secret, 'limits')
  const hash = (key: string) => keyedHash(key).toString('base64url')
  return {
    /** Returns the stored form of a key that identifies a person, such as an address. */
    hash,
    /**
     * Creates a counter. With `remembers`, the process remembers that a key exceeds the limit, so that its further
     * operations cause no query; this is only for counts that are never restored.
     */
    counter({ name, most, seconds }: Limit, { remembers = false } = {}): Counter {
      const limiter = new RateLimiterPostgres({
        ...{ keyPrefix: name, points: most, duration: seconds },
        ...{ storeClient, storeType: 'pool', schemaName: 'platform', tableName: 'limite' },
        ...{ tableCreated: true, clearExpiredByTimeout: false },
        ...(remembers ? { inMemoryBlockOnConsumed: most + 1 } : {}),
      })
      return {
        async consume(key, operations = 1) {
          try {
            await limiter.consume(hash(key), operations)
            return undefined
          } catch (refusal) {
            if (refusal instanceof RateLimiterRes) return secondsUntilEnd(refusal)
            throw refusal
          }
        },
        async wait(key) {
          const window = await limiter.get(hash(key))
          return window && window.consumedPoints >= most ? secondsUntilEnd(window) : undefined
        },
        async restore(key) {
          await limiter.reward(hash(key))
        },
      }
    },
  }
}

const secondsUntilEnd = ({ msBeforeNext }: RateLimiterRes) => Math.max(1, Math.ceil(msBeforeNext / 1000))

/**
 * Returns the client of the library, which names its statements itself and expects a pool of connections. Counts do not
 * wait for the disk or a replica, because a crash may only lose those of its last moments.
 */
const createStoreClient = (db: DatabasePool) => ({
  async query({ text, values }: { text: string; values: unknown[] }) {
    const statement = new Sql<object>([text], values)
    const rows = await withoutChanges(() => db.transaction(tx => tx.rows(statement), { durable: false }))
    return { rows, rowCount: rows.length }
  },
})

/** The maximum number of keys that are counted; the least recently used are evicted first. */
const MAX_KEYS = 100_000

/**
 * Returns a synchronous counter of this process. It adds `points` to a key; it returns undefined within the limit,
 * otherwise the seconds until the window ends.
 */
export function createProcessCounter({ most, seconds }: Omit<Limit, 'name'>) {
  // Not `max`, which allocates all slots at once: 25 ms of each start.
  const windows = new LRUCache<string, { points: number; endsAt: number }>({
    maxSize: MAX_KEYS,
    sizeCalculation: () => 1,
  })
  return (key: string, points = 1): number | undefined => {
    const now = performance.now()
    let window = windows.get(key)
    if (!window || window.endsAt <= now) {
      window = { points: 0, endsAt: now + seconds * 1000 }
      windows.set(key, window)
    }
    window.points += points
    return window.points > most ? Math.max(1, Math.ceil((window.endsAt - now) / 1000)) : undefined
  }
}

/**
 * Returns a function that counts the open connections or streams of a key in this process. Each call counts one and
 * returns the function that ends it, which has an effect only once. If `most` are already open, it counts nothing and
 * returns undefined.
 */
export function createOpenCounter(most: number) {
  const counts = new Map<string, number>()
  return (key: string) => {
    const count = counts.get(key) ?? 0
    if (count >= most) return undefined
    counts.set(key, count + 1)
    let isOpen = true
    return () => {
      if (!isOpen) return
      isOpen = false
      const left = (counts.get(key) ?? 1) - 1
      if (left > 0) counts.set(key, left)
      else counts.delete(key)
    }
  }
}

/** Whether the attempt itself was refused. A refusal by a rate limit is not counted as a failed attempt. */
const isRefusal = (error: unknown) =>
  error instanceof Problem && error.statusCode < 500 && error.statusCode !== 429

/**
 * Limits the refused attempts of one key within the window. An attempt is counted before it runs, and the count is
 * undone unless it is refused, so that concurrent attempts cannot exceed the limit. In a process the attempts of a key
 * run one after another, so none is rejected while an earlier one may still succeed. `refuse` creates the error for a
 * caller above the limit.
 */
export function createAttemptLimiter(limits: Limits, limit: Limit) {
  const counter = limits.counter(limit)
  const inTurn = createKeyedSemaphore()

  return <T>(
    key: string,
    attempt: () => Promise<T>,
    refuse: (retryAfterSeconds: number) => Problem,
  ): Promise<T> =>
    inTurn(key, async () => {
      const wait = await counter.consume(key)
      if (wait !== undefined) throw refuse(wait)
      let refused = false
      try {
        return await attempt()
      } catch (error) {
        refused = isRefusal(error)
        throw error
      } finally {
        // If the count cannot be undone, the attempt stays counted; that must not fail a successful attempt.
        if (!refused) await counter.restore(key).catch(() => {})
      }
    })
}

/** Deletes expired limits. `now` is real time. */
export const pruneLimits = (tx: Tx, now: Date) =>
  tx.run(sql`delete from platform.limite where expire < ${now.getTime()}`)
