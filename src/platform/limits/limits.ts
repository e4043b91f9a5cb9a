import { LRUCache } from 'lru-cache'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { createKeyedSemaphore } from '../concurrency/semaphore.ts'
import type { DatabasePool, Tx } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import { createKeyedHash } from '../encryption.ts'
import { Problem } from '../problem.ts'

/** How often something may be done. The time begins with the first one. */
type Limit = { name: string; most: number; seconds: number }

/** Counts what is done by one key. */
export type Counter = {
  /** Counts one more; when that is too many, gives the seconds after which the time is over. */
  take(key: string): Promise<number | undefined>
  /** Takes back one that has been counted. */
  giveBack(key: string): Promise<void>
}

export type Limits = ReturnType<typeof createLimits>

/**
 * Limits that hold for all processes together, counted in PostgreSQL, in real time: they hold back machines, whatever the
 * clock of the shop says. A key identifies a person, so only its keyed hash is stored, and no longer than it counts.
 */
export function createLimits({ db, secret }: { db: DatabasePool; secret: string }) {
  const keyedHash = createKeyedHash(secret, 'limits')
  const hash = (key: string) => keyedHash(key).toString('base64url')
  return {
    /** The stored form of a key that identifies a person, such as an address. */
    hash,
    /** `remembers` what was too many without asking the database again: for what is never given back. */
    counter({ name, most, seconds }: Limit, { remembers = false } = {}): Counter {
      const limiter = new RateLimiterPostgres({
        ...{ keyPrefix: name, points: most, duration: seconds },
        ...{ storeClient: db.pg, storeType: 'pool', schemaName: 'platform', tableName: 'limite' },
        ...{ tableCreated: true, clearExpiredByTimeout: false },
        ...(remembers ? { inMemoryBlockOnConsumed: most + 1 } : {}),
      })
      return {
        async take(key) {
          try {
            await limiter.consume(hash(key))
            return undefined
          } catch (refusal) {
            if (refusal instanceof RateLimiterRes) return Math.max(1, Math.ceil(refusal.msBeforeNext / 1000))
            throw refusal
          }
        },
        async giveBack(key) {
          await limiter.reward(hash(key))
        },
      }
    },
  }
}

/** Keys that are counted at the same time: the least recently counted are forgotten first. */
const MOST_KEYS = 100_000

/**
 * Counts in this process alone, without waiting. Takes `points` for a key; when that is too many, gives the seconds after
 * which the time is over.
 */
export function createProcessCounter({ most, seconds }: Omit<Limit, 'name'>) {
  const windows = new LRUCache<string, { points: number; endsAt: number }>({ max: MOST_KEYS })
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

/** Tries one thing; `refuse` makes the error of who has to wait. */
type Attempts = <T>(
  key: string,
  attempt: () => Promise<T>,
  refuse: (retryAfterSeconds: number) => Problem,
) => Promise<T>

/** A caller refused by another limit has not been tried. */
const isRefusal = (error: unknown) =>
  error instanceof Problem && error.statusCode < 500 && error.statusCode !== 429

/**
 * Lets so many attempts of one key fail within the time. An attempt is counted before it is tried and taken back when it
 * succeeds, so that a hundred at once get no more tries than ten. In a process those of one key come one after another:
 * none is refused while one before it may yet succeed.
 */
export function createAttempts(limits: Limits, limit: Limit): Attempts {
  const counter = limits.counter(limit)
  const inTurn = createKeyedSemaphore()

  return (key, attempt, refuse) =>
    inTurn(key, async () => {
      const wait = await counter.take(key)
      if (wait !== undefined) throw refuse(wait)
      let refused = false
      try {
        return await attempt()
      } catch (error) {
        refused = isRefusal(error)
        throw error
      } finally {
        // Where that fails the attempt counts, which must not undo what succeeded.
        if (!refused) await counter.giveBack(key).catch(() => {})
      }
    })
}

/** Forgets what no longer counts. `now` is real time. */
export const pruneLimits = (tx: Tx, now: Date) =>
  tx.run(sql`delete from platform.limite where expire < ${now.getTime()}`)
