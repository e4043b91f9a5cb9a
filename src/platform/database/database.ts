import { hash } from 'node:crypto'
import pg from 'pg'
import { createSemaphore } from '../concurrency/semaphore.ts'
import {
  begin,
  createDisconnect,
  createSharedConnections,
  preferReplica,
  type Send,
  sendInTransaction,
} from './connections.ts'
import { copyIn } from './copy.ts'
import { NotReplicated, retryOnConflict } from './faults.ts'
import { cancelIfLate, watchCommits } from './late-commits.ts'
import type { Sql } from './sql.ts'
import { traceStatement } from './statement-span.ts'
import { BEGIN_LIMITED, BEGIN_ON_PRIMARY, refuseStandby, setTimeLimits } from './time-limits.ts'

/** Reads, on a pool or in a transaction. */
export interface Database {
  rows<Row>(statement: Sql<Row>): Promise<Row[]>
  first<Row>(statement: Sql<Row>): Promise<Row | undefined>
  /** Returns the row of a statement that always returns one; throws if there is none. */
  one<Row>(statement: Sql<Row>): Promise<Row>
  /** Returns the value of a statement that always returns one row with one column; throws if there is no row. */
  value<Value>(statement: Sql<Record<string, Value>>): Promise<Value>
  /** Returns the values of a statement that returns one column. */
  column<Value>(statement: Sql<Record<string, Value>>): Promise<Value[]>
}

/** An open transaction. Areas write only in transactions. */
export interface Tx extends Database {
  /** Runs a statement and returns the number of affected rows. */
  run(statement: Sql): Promise<number>
  /**
   * Runs `copy … from stdin` with these rows and returns their number. JSON and text-search vectors are passed as
   * text. No other statement may be sent until it ends.
   */
  copy(statement: Sql, rows: Iterable<readonly unknown[]>): Promise<number>
  /** Runs `work` after the commit, but not if the transaction fails or the replica does not confirm the commit. */
  afterCommit(work: () => void): void
}

type TransactionOptions = {
  /**
   * If false, the commit does not wait for the disk. It is lost only if PostgreSQL crashes shortly afterwards, and
   * never if a later commit on the same server survives. For short-lived data and for data that a later commit depends
   * on.
   */
  durable?: boolean
}

export interface DatabasePool extends Database {
  /**
   * Runs `work` in a transaction and returns its result; rolls back if it throws. Repeats `work` up to three times
   * after a serialization failure or deadlock. Throws a NotReplicated if the replica does not confirm the commit in
   * time.
   */
  transaction<T>(work: (tx: Tx) => Promise<T>, options?: TransactionOptions): Promise<T>
  close(): Promise<void>
  /** Closes all connections at once, including those in use. */
  abandon(): void
  /** Runs in every transaction before its commit, with the result of its work, unless the work throws. */
  beforeCommit: ((tx: Tx, result: unknown) => Promise<void>) | undefined
  readonly pg: pg.Pool
  readonly replica: pg.Pool | undefined
  readonly url: string
  readonly mode: ConnectionMode
  /** Returns the number of statements and transactions that wait for a connection to the primary. */
  countWaiting(): number
}

/** How statements are sent to a pooler. */
export type ConnectionMode = {
  /**
   * The addresses may lead through a pooler in transaction mode, which changes the server connection after each
   * transaction: time limits are set in each one.
   */
  pooled?: boolean
  /** If false, statements have no names, because the pooler does not support named ones. */
  prepared?: boolean
}

/** The OIDs of bigint[] and float8[], which pg does not name. The parser of float8[] returns numbers. */
const INT8_LIST = 1016
const FLOAT8_LIST: number = 1022

const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') => {
    if (oid === pg.types.builtins.INT8) return Number
    if (oid === pg.types.builtins.DATE) return String
    if (oid === INT8_LIST) return pg.types.getTypeParser(FLOAT8_LIST, format)
    return pg.types.getTypeParser(oid, format)
  }) as pg.CustomTypesConfig['getTypeParser'],
}

/**
 * The maximum number of different prepared statements of one process. Without a limit, lists with many filter
 * combinations would fill the server's memory.
 */
const MAX_PREPARED = 2_000
const names = new Map<string, string>()

/**
 * Names a prepared statement by the hash of its text; undefined for a new text once the maximum is reached. A pooler
 * may pass a connection from one process to another: if each process numbered its statements, the same name could stand
 * for a different one. PostgreSQL truncates names at 63 bytes; this one has 43.
 */
function nameOf(text: string): string | undefined {
  const known = names.get(text)
  if (known || names.size >= MAX_PREPARED) return known
  const name = hash('sha256', text, 'base64url')
  names.set(text, name)
  return name
}

const queryOf = <Row>({ text, values, options }: Sql<Row>, prepared: boolean): pg.QueryConfig => ({
  text,
  values: values as unknown[],
  name: prepared && options.prepared ? nameOf(text) : undefined,
})

/** Implements the reads by means of a function that runs a statement and returns its rows. */
export const createReads = (run: (statement: Sql) => Promise<unknown[]>): Database => {
  const rows = async <Row>(statement: Sql<Row>) =>
    (await traceStatement(statement, () => run(statement))) as Row[]
  const one = async <Row>(statement: Sql<Row>) => {
    const [row] = await rows(statement)
    if (row === undefined) throw new Error(`No row from: ${statement.text}`)
    return row
  }
  const column = async <Value>(statement: Sql<Record<string, Value>>) =>
    (await rows(statement)).flatMap(row => Object.values(row))
  return {
    ...{ rows, one, column },
    first: async statement => (await rows(statement))[0],
    value: async <Value>(statement: Sql<Record<string, Value>>) =>
      Object.values(await one(statement))[0] as Value,
  }
}

type PoolOptions = ConnectionMode & {
  size: number
  onError: (error: Error) => void
  /** Milliseconds without an answer after which a connection counts as broken. */
  answerMs?: number
  /** The address of a streaming replica for lists and searches. */
  readUrl?: string | undefined
  /** Milliseconds after which a commit that no replica confirms is canceled. */
  confirmMs?: number
}

/**
 * Longer than the statement timeout (time-limits.ts). If the server's machine has failed, nothing closes the
 * connection: the operating system would wait for a quarter of an hour, and the pool would open no new connection.
 */
const ANSWER_MS = 40_000
const CONNECT_MS = 10_000
/** A replica confirms within milliseconds; a restarting one takes a few seconds. */
const CONFIRM_MS = 5_000

async function preparePrimary(client: pg.ClientBase) {
  await refuseStandby(client)
  await setTimeLimits(client)
}

type Prepare = (client: pg.ClientBase) => Promise<void>

const openPool = (url: string, { size, answerMs = ANSWER_MS, pooled }: PoolOptions, onConnect: Prepare) =>
  new pg.Pool({
    connectionString: url,
    max: size,
    query_timeout: answerMs,
    types,
    connectionTimeoutMillis: CONNECT_MS,
    idleTimeoutMillis: 60_000,
    ...(pooled ? {} : { onConnect }),
    // Sends statements without waiting for the results of earlier ones.
    pipeline: true,
  } as pg.PoolConfig)

/** The error of the pool for a statement that waits too long for a connection. */
const noConnection = () => new Error('timeout exceeded when trying to connect')

export function createPool(url: string, options: PoolOptions): DatabasePool {
  const { size, onError, readUrl, pooled = false, prepared = true, confirmMs = CONFIRM_MS } = options
  const query = (statement: Sql) => queryOf(statement, prepared)
  const senderOf = (pool: pg.Pool, beginning: string): Send =>
    pooled ? sendInTransaction(pool, beginning) : query => pool.query(query)
  const pool = openPool(url, options, preparePrimary)
  const own = senderOf(pool, BEGIN_ON_PRIMARY)
  const shared = pooled ? own : createSharedConnections(pool, Math.ceil(size / 4), own)
  // From four connections on, transactions leave some to reads, which continue while no replica confirms commits.
  const inTurn = createSemaphore(Math.ceil(0.75 * size), CONNECT_MS, noConnection)
  const beginning = pooled ? BEGIN_ON_PRIMARY : 'begin'
  const replica = readUrl === undefined ? undefined : openPool(readUrl, options, setTimeLimits)
  const lagging = replica && preferReplica(replica, senderOf(replica, BEGIN_LIMITED), own, onError)
  const disconnects = [pool, replica].flatMap(each => (each ? [createDisconnect(each)] : []))
  let closing = false
  pool.on('error', error => {
    // end() does not wait until the server has closed the connections. A server that stops meanwhile causes an error on
    // each of them.
    if (!closing) onError(error)
  })
  // A client in use that loses its connection fails its query and also emits an error event, which nothing else handles.
  pool.on('connect', client => void client.on('error', () => {}))
  const isNotReplicated = watchCommits(pool)

  async function attempt<T>(
    work: (tx: Tx) => Promise<T>,
    { durable = true }: TransactionOptions = {},
  ): Promise<T> {
    const client = await pool.connect()
    const done: (() => void)[] = []
    let broken: Error | undefined
    try {
      await begin(client, durable ? beginning : `${beginning}; set local synchronous_commit = off`)
      const tx: Tx = {
        ...createReads(async statement => (await client.query(query(statement))).rows),
        run: statement =>
          traceStatement(statement, async () => (await client.query(query(statement))).rowCount ?? 0),
        copy: (statement, rows) => traceStatement(statement, () => copyIn(client, statement.text, rows)),
        afterCommit: callback => done.push(callback),
      }
      const result = await work(tx)
      await database.beforeCommit?.(tx, result)
      const commit = traceStatement({ text: 'commit' }, () => client.query('commit'))
      const { command } = await cancelIfLate(client, confirmMs, commit, () => {
        broken = new NotReplicated()
      })
      // PostgreSQL answers COMMIT of a failed transaction with ROLLBACK, without an error.
      if (command !== 'COMMIT') throw new Error('The transaction had failed and was rolled back')
      if (isNotReplicated(client)) throw new NotReplicated()
      for (const callback of done) callback()
      return result
    } catch (error) {
      await client.query('rollback').catch(fault => {
        broken = fault
      })
      throw error
    } finally {
      client.release(broken)
    }
  }

  const database: DatabasePool = {
    ...createReads(async statement => {
      const { mayLag, shared: isShared } = statement.options
      const run = (mayLag && lagging) || (isShared ? shared : own)
      return (await run(query(statement))).rows
    }),
    transaction: (work, options) =>
      retryOnConflict(() =>
        // A commit that is not durable never waits for a replica.
        options?.durable === false ? attempt(work, options) : inTurn(() => attempt(work, options)),
      ),
    async close() {
      closing = true
      await Promise.all([pool.end(), replica?.end()])
    },
    abandon() {
      for (const breakAll of disconnects) breakAll()
    },
    beforeCommit: undefined,
    pg: pool,
    replica,
    url,
    mode: { pooled, prepared },
    countWaiting: () => pool.waitingCount + inTurn.countWaiting(),
  }
  return database
}

const BATCH = 1_000

/**
 * Deletes many rows, each batch in a separate transaction. `remove` deletes up to `limit` rows and returns their number.
 */
export async function deleteInBatches(
  db: DatabasePool,
  remove: (tx: Tx, limit: number) => Promise<number>,
): Promise<void> {
  while ((await db.transaction(tx => remove(tx, BATCH))) === BATCH);
}
