import { hash } from 'node:crypto'
import pg from 'pg'
import {
  createDisconnect,
  createSharedConnections,
  PrimaryClient,
  preferReplica,
  watchCommits,
} from './connections.ts'
import { copyIn } from './copy.ts'
import { NotReplicated, retryOnConflict } from './faults.ts'
import type { Sql, Way } from './sql.ts'
import { asStatement } from './statement-span.ts'

/** Reads. Both the pool and a transaction give them. */
export interface Database {
  rows<Row>(statement: Sql<Row>): Promise<Row[]>
  first<Row>(statement: Sql<Row>): Promise<Row | undefined>
  /** The row of a statement that always gives one; throws where it gives none. */
  one<Row>(statement: Sql<Row>): Promise<Row>
  /** The value of a statement that always gives one row, of one column. */
  value<Value>(statement: Sql<Record<string, Value>>): Promise<Value>
  /** The values of a statement that gives rows of one column. */
  column<Value>(statement: Sql<Record<string, Value>>): Promise<Value[]>
}

/** An open transaction: the only thing that writes. */
export interface Tx extends Database {
  /** Runs a statement and gives the number of rows that it touched. */
  run(statement: Sql): Promise<number>
  /** Runs `copy … from stdin` with these rows, JSON and vectors as text; nothing may be sent until it ends. The number of rows. */
  copy(statement: Sql, rows: Iterable<readonly unknown[]>): Promise<number>
  /** Runs `work` once the transaction has been committed. */
  afterCommit(work: () => void): void
}

type TransactionOptions = {
  /**
   * False: the commit does not wait for the disk. It is lost only when PostgreSQL itself crashes within the next moments,
   * and never when a later commit on the same server is kept. For what ends by itself and a later commit builds on.
   */
  durable?: boolean
}

export interface DatabasePool extends Database {
  /** Commits what `work` did, or nothing when it throws. Tries again when two transactions were in each other's way. */
  transaction<T>(work: (tx: Tx) => Promise<T>, options?: TransactionOptions): Promise<T>
  close(): Promise<void>
  /** Breaks the connections that are still at work. */
  abandon(): void
  /** Writes what goes with every transaction, once its work is done; gets what the work gave. */
  beforeCommit: ((tx: Tx, result: unknown) => Promise<void>) | undefined
  readonly pg: pg.Pool
  readonly replica: pg.Pool | undefined
  readonly url: string
}

/** Lists of bigint, and the lists whose parser makes numbers of their items: pg does not name them. */
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

/** Distinct texts that are prepared, in one process. Lists of endless variety must not fill the server's memory. */
const MAX_PREPARED = 2_000
const names = new Map<string, string>()

/**
 * The name follows from the text alone. A pooler may hand a connection from one process to another: a name that each
 * process numbers for itself would then run another statement. PostgreSQL cuts names at 63 bytes; this one has 43.
 */
function nameOf(text: string): string | undefined {
  const known = names.get(text)
  if (known || names.size >= MAX_PREPARED) return known
  const name = hash('sha256', text, 'base64url')
  names.set(text, name)
  return name
}

const query = <Row>(statement: Sql<Row>): pg.QueryConfig => {
  const text = statement.text
  return {
    text,
    values: statement.values as unknown[],
    name: statement.options.prepared ? nameOf(text) : undefined,
  }
}

/** Reads through anything that runs a statement and gives its rows. */
export const readsOf = (run: (statement: Sql) => Promise<unknown[]>): Database => {
  const rows = async <Row>(statement: Sql<Row>) =>
    (await asStatement(statement, () => run(statement))) as Row[]
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

type PoolOptions = {
  size: number
  onError: (error: Error) => void
  /** How long an answer is waited for until the connection counts as broken. */
  answerMs?: number
  /** A streaming replica that lists and searches are read from. */
  readUrl?: string | undefined
}

/**
 * More than a statement may take (see `options` below). A server whose machine is gone says nothing: the operating system
 * would wait for its answer for a quarter of an hour, and no other connection would be made instead.
 */
const ANSWER_MS = 40_000

const openPool = (url: string, { size, answerMs = ANSWER_MS }: PoolOptions, Client = pg.Client) =>
  new pg.Pool({
    connectionString: url,
    Client,
    max: size,
    query_timeout: answerMs,
    types,
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 60_000,
    options: `-c statement_timeout=30s -c lock_timeout=10s -c idle_in_transaction_session_timeout=60s`,
    // Statements may be sent before the answers to earlier ones are there.
    pipeline: true,
  } as pg.PoolConfig)

export function createPool(url: string, options: PoolOptions): DatabasePool {
  const { size, onError, readUrl } = options
  const pool = openPool(url, options, PrimaryClient)
  const own = (query: pg.QueryConfig) => pool.query(query)
  const send: Record<Way, typeof own> = {
    own,
    shared: createSharedConnections(pool, Math.ceil(size / 4), own),
  }
  const replica = readUrl === undefined ? undefined : openPool(readUrl, options)
  const lagging = replica && preferReplica(replica, own, onError)
  const disconnects = [pool, replica].flatMap(each => (each ? [createDisconnect(each)] : []))
  let closing = false
  pool.on('error', error => {
    // end() does not wait for the server to let go; one that stops in the meantime says so on each connection.
    if (!closing) onError(error)
  })
  // A client in use that loses its connection fails its query, and says so once more as an event.
  pool.on('connect', client => void client.on('error', () => {}))
  const notReplicated = watchCommits(pool)

  async function attempt<T>(
    work: (tx: Tx) => Promise<T>,
    { durable = true }: TransactionOptions = {},
  ): Promise<T> {
    const client = await pool.connect()
    const done: (() => void)[] = []
    let broken: Error | undefined
    try {
      await client.query(durable ? 'begin' : 'begin; set local synchronous_commit = off')
      const tx: Tx = {
        ...readsOf(async statement => (await client.query(query(statement))).rows),
        run: statement =>
          asStatement(statement, async () => (await client.query(query(statement))).rowCount ?? 0),
        copy: (statement, rows) => asStatement(statement, () => copyIn(client, statement.text, rows)),
        afterCommit: callback => done.push(callback),
      }
      const result = await work(tx)
      await database.beforeCommit?.(tx, result)
      const { command } = await asStatement({ text: 'commit' }, () => client.query('commit'))
      // PostgreSQL answers COMMIT of a failed transaction with ROLLBACK, without an error.
      if (command !== 'COMMIT') throw new Error('The transaction had failed and was rolled back')
      if (notReplicated(client)) throw new NotReplicated()
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
    ...readsOf(async statement => {
      const { mayLag, way } = statement.options
      const run = (mayLag && lagging) || send[way]
      return (await run(query(statement))).rows
    }),
    transaction: (work, options) => retryOnConflict(() => attempt(work, options)),
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
  }
  return database
}

const BATCH = 1_000

/** Deletes many rows, each batch in a transaction of its own. `remove` deletes up to `limit` rows and returns their number. */
export async function deleteInBatches(
  db: DatabasePool,
  remove: (tx: Tx, limit: number) => Promise<number>,
): Promise<void> {
  while ((await db.transaction(tx => remove(tx, BATCH))) === BATCH);
}
