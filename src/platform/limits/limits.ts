import { LRUCache } from 'lru-cache'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { createKeyedSemaphore } from '../concurrency/semaphore.ts'
import type { DatabasePool, Tx } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import { createKeyedHash } from '../encryption.ts'
import { Problem } from '../problem.ts'

/** A maximum number of operations within a time window, which begins with the first operation. */
type Limit = { name: string; most: number; seconds: number }

/** Counts operations by key. */
export type Counter = {
  /** Counts an operation. If that exceeds the limit, returns the seconds until the window ends. */
  consume(key: string): Promise<number | undefined>
  /** Subtracts an operation that has been counted. */
  restore(key: string): Promise<void>
}

export type Limits = ReturnType<typeof createLimits>

/**
 * Limits that apply across all processes, counted in PostgreSQL in real time: they throttle machines, regardless of the
 * clock of the shop. A key identifies a person, so only its keyed hash is stored, and only for the length of the window.
 */
export function createLimits({ db, secret }: { db: DatabasePool; secret: string }) {
  const keyedHash = createKeyedHash(secret, 'limits')
  const hash = (key: string) => keyedHash(key).toString('base64url')
  return {
    /** The stored form of a key that identifies a person, such as an address. */
    hash,
    /** With `remembers`, an exceeded limit is cached without a further query, for counts that are never restored. */
    counter({ name, most, seconds }: Limit, { remembers = false } = {}): Counter {
      const limiter = new RateLimiterPostgres({
        ...{ keyPrefix: name, points: most, duration: seconds },
        ...{ storeClient: db.pg, storeType: 'pool', schemaName: 'platform', tableName: 'limite' },
        ...{ tableCreated: true, clearExpiredByTimeout: false },
        ...(remembers ? { inMemoryBlockOnConsumed: most + 1 } : {}),
      })
      return {
        async consume(key) {
          try {
            await limiter.consume(hash(key))
            return undefined
          } catch (refusal) {
            if (refusal instanceof RateLimiterRes) return Math.max(1, Math.ceil(refusal.msBeforeNext / 1000))
            throw refusal
          }
        },
        async restore(key) {
          await limiter.reward(hash(key))
        },
      }
    },
  }
}

/** The maximum number of keys that are counted; the least recently used are evicted first. */
const MAX_KEYS = 100_000

/**
 * A synchronous counter of this process. Adds `points` to a key; if that exceeds the limit, returns the seconds until the
 * window ends.
 */
export function createProcessCounter({ most, seconds }: Omit<Limit, 'name'>) {
  const windows = new LRUCache<string, { points: number; endsAt: number }>({ max: MAX_KEYS })
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
 * Counts what is open in this process by key. Returns the function that ends one, which has an effect once; undefined if
 * `most` are open for the key.
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

/** A refusal by another limit does not count as a failed attempt. */
const isRefusal = (error: unknown) =>
  error instanceof Problem && error.statusCode < 500 && error.statusCode !== 429

/**
 * Limits the failed attempts of one key within the window. An attempt is counted before it runs and restored if it
 * succeeds, so that concurrent attempts cannot exceed the limit. In a process the attempts of a key run one after another,
 * so none is refused while an earlier one may still succeed. `refuse` creates the error for a caller who exceeded the limit.
 */
export function createAttempts(limits: Limits, limit: Limit) {
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
        // If restoring fails, the attempt stays counted; that must not fail a successful attempt.
        if (!refused) await counter.restore(key).catch(() => {})
      }
    })
}

/** Deletes expired limits. `now` is real time. */
export const pruneLimits = (tx: Tx, now: Date) =>
  tx.run(sql`delete from platform.limite where expire < ${now.getTime()}`)
