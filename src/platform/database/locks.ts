import type { ClientBase } from 'pg'
import type { Tx } from './database.ts'
import { type Sql, sql } from './sql.ts'

/**
 * The platform's advisory locks and their numbers. Locks with the same number would block each other, and all areas
 * share the numbers of one database. An area's lock is called `area.subject`, and its number is the 64-bit hash of that
 * name. With a `name`, a lock is separate for each name: the lock's number seeds the hash of the name.
 */
export const locks = {
  /** Protects the schemas: one process migrates at a time. */
  migration: 4_815_162_342,
  /** Protects the order of events: one process at a time sends them to the broker. */
  relay: 4_815_162_343,
  /** Held by a running worker pool, under its id: the jobs of a pool without this lock are released. */
  jobWorker: 4_815_162_346,
  /** Protects the bindings for copies of events: one process declares them at a time. */
  copies: 4_815_162_351,
  /** Protects the data folder of the embedded server: one process at a time owns it. */
  dataFolder: 1_668_246_896,
} as const
type Lock = keyof typeof locks | `${string}.${string}`

const isOwn = (lock: Lock): lock is keyof typeof locks => lock in locks
const numberOf = (lock: Lock) =>
  isOwn(lock) ? sql`${locks[lock]}::bigint` : sql`hashtextextended(${lock}, 0)`

/** Returns an SQL fragment with the number of a lock, or of its lock for `name`. */
export const lockKey = (lock: Lock, name?: string | Sql) =>
  name === undefined ? numberOf(lock) : sql`hashtextextended(${name}, ${numberOf(lock)})`

/** Acquires a lock until the transaction ends, waiting for it if necessary. */
export const acquireLock = (tx: Tx, lock: Lock, name?: string | Sql) =>
  tx.run(sql`select pg_advisory_xact_lock(${lockKey(lock, name)})`)

/**
 * Acquires the lock for each of these names until the transaction ends, in sorted order, so that concurrent callers
 * with overlapping names do not deadlock.
 */
export const acquireLocks = (tx: Tx, lock: Lock, names: readonly string[]) =>
  tx.run(sql`
    select pg_advisory_xact_lock(${lockKey(lock, sql`name`)}) from unnest(${[...names].sort()}::text[]) as name`)

/** Acquires a lock until the transaction ends. Returns false if another holds it. */
export const tryLock = (tx: Tx, lock: Lock, name?: string | Sql) =>
  tx.value(sql<{ acquired: boolean }>`select pg_try_advisory_xact_lock(${lockKey(lock, name)}) as acquired`)

/** Acquires a lock until the connection closes, waiting for it if necessary. */
export const acquireSessionLock = (client: ClientBase, lock: Lock, name?: string) =>
  client.query(queryOf(sql`select pg_advisory_lock(${lockKey(lock, name)})`))

/** Acquires a lock until the connection closes. Returns false if another holds it. */
export const tryAcquireSessionLock = async (client: ClientBase, lock: Lock): Promise<boolean> => {
  const { rows } = await client.query<{ acquired: boolean }>(
    queryOf(sql`select pg_try_advisory_lock(${lockKey(lock)}) as acquired`),
  )
  return rows[0]?.acquired === true
}

const queryOf = ({ text, values }: Sql) => ({ text, values: [...values] })
