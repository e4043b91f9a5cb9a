import type { ClientBase } from 'pg'
import type { Tx } from './database.ts'
import { type Sql, sql } from './sql.ts'

/**
 * The platform's advisory locks: the number of each, and what it guards. PostgreSQL keeps all locks in one space of numbers:
 * two that shared one would wait for each other. An area's lock is called `area.what`, and its number is the hash of that, of
 * 64 bits. A lock that is taken under a name is one for each name: its number is the seed of the name's hash.
 */
export const locks = {
  /** The schema: one process migrates at a time. */
  migration: 4_815_162_342,
  /** The order of events: one process sends them to the broker. */
  relay: 4_815_162_343,
  /** The life of a worker pool, by its id: jobs of one that holds no lock any more are given back. */
  jobWorker: 4_815_162_346,
  /** The bindings for copies of events: one process declares them at a time. */
  copies: 4_815_162_351,
  /** The data folder of the embedded server: one process owns it. */
  dataFolder: 1_668_246_896,
} as const
type Lock = keyof typeof locks | `${string}.${string}`

const isOwn = (lock: Lock): lock is keyof typeof locks => lock in locks
const numberOf = (lock: Lock) =>
  isOwn(lock) ? sql`${locks[lock]}::bigint` : sql`hashtextextended(${lock}, 0)`

/** The number of a lock, or of one under a name, as a piece of a statement. */
export const lockKey = (lock: Lock, name?: string | Sql) =>
  name === undefined ? numberOf(lock) : sql`hashtextextended(${name}, ${numberOf(lock)})`

/** Waits for a lock and keeps it until the transaction ends. */
export const acquireLock = (tx: Tx, lock: Lock, name?: string | Sql) =>
  tx.run(sql`select pg_advisory_xact_lock(${lockKey(lock, name)})`)

/** The same lock under each of these names, in one order, so that two who take some of the same do not wait for each other. */
export const acquireLocks = (tx: Tx, lock: Lock, names: readonly string[]) =>
  tx.run(sql`
    select pg_advisory_xact_lock(${lockKey(lock, sql`name`)}) from unnest(${[...names].sort()}::text[]) as name`)

/** Takes a lock until the transaction ends. False when another holds it. */
export const tryLock = (tx: Tx, lock: Lock, name?: string | Sql) =>
  tx.value(sql<{ taken: boolean }>`select pg_try_advisory_xact_lock(${lockKey(lock, name)}) as taken`)

/** Waits for a lock and keeps it for as long as the connection lives. */
export const acquireSessionLock = (client: ClientBase, lock: Lock, name?: string) =>
  client.query(queryOf(sql`select pg_advisory_lock(${lockKey(lock, name)})`))

/** Takes a lock for as long as the connection lives. False when another holds it. */
export const tryAcquireSessionLock = async (client: ClientBase, lock: Lock): Promise<boolean> => {
  const { rows } = await client.query<{ taken: boolean }>(
    queryOf(sql`select pg_try_advisory_lock(${lockKey(lock)}) as taken`),
  )
  return rows[0]?.taken === true
}

const queryOf = ({ text, values }: Sql) => ({ text, values: [...values] })
