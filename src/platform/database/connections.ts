import type { EventEmitter } from 'node:events'
import type { Socket } from 'node:net'
import pg from 'pg'
import { errorCode } from '../problem.ts'
import { isDatabaseAway } from './faults.ts'

/** The types of pg do not know a client's connection, which is as old as pg itself. */
const socketOf = (client: pg.PoolClient) =>
  (client as unknown as { connection: { stream: Socket } }).connection.stream

/**
 * Returns a function that breaks all connections of a pool. The end of a pool waits for those in use, without a
 * limit; who waits for an answer on a connection that breaks gets an error instead.
 */
export function createDisconnect(pool: pg.Pool): () => void {
  const clients = new Set<pg.PoolClient>()
  pool.on('connect', client => void clients.add(client))
  pool.on('remove', client => void clients.delete(client))
  return () => {
    for (const client of clients) socketOf(client).destroy()
  }
}

/** SQLSTATE of a write that is sent to a server that takes none. */
const READ_ONLY = '25006'

type Reported = { parameterName: string; parameterValue: string }
type Inside = { connection: EventEmitter & { stream: Socket } }

/**
 * A connection to a server that takes writes, as `target_session_attrs=primary` asks for in other clients. One that follows
 * another says so while the connection begins (from version 14 on): where the primary has just changed, an address may lead
 * to the wrong one of the two for a moment, and a pool would keep what it got there.
 */
export class PrimaryClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config)
    // The types of pg do not know a client's connection, which emits the parameters that the server reports.
    const { connection } = this as unknown as Inside
    connection.on('parameterStatus', ({ parameterName, parameterValue }: Reported) => {
      if (parameterName !== 'in_hot_standby' || parameterValue !== 'on') return
      const error = new Error('This PostgreSQL follows another and takes no writes')
      connection.stream.destroy(Object.assign(error, { code: READ_ONLY }))
    })
  }
}

/** The part of PostgreSQL that warns: its words are in the server's language. */
const WAITS = 'SyncRepWaitForLSN'

/**
 * When commits wait for a replica (`synchronous_standby_names`) and none confirms one before `statement_timeout`, PostgreSQL
 * answers all the same that it has committed, and adds a warning. Gives a function that says whether the last statement of
 * a client brought that one.
 */
export function watchCommits(pool: pg.Pool): (client: pg.PoolClient) => boolean {
  const warned = new WeakSet<pg.PoolClient>()
  pool.on('connect', client =>
    client.on('notice', ({ routine }) => {
      if (routine === WAITS) warned.add(client)
    }),
  )
  return client => warned.delete(client)
}

/** `since`: when the oldest statement that it runs began. */
type Connection = { opened: Promise<pg.PoolClient>; pending: number; since: number }

/** A read does not wait behind a statement that has been running for longer. */
const SLOW_MS = 10

/**
 * Runs point reads on at most `count` connections, several on each at a time, which serves a quarter more of them
 * (bench/results/comparisons/shared-connections.md). A statement that is slow all the same delays those that were sent
 * after it within SLOW_MS; later ones take another shared connection, or one of their own.
 */
export function createSharedConnections(
  pool: pg.Pool,
  count: number,
  alone: (query: pg.QueryConfig) => Promise<pg.QueryResult>,
) {
  const open: Connection[] = []

  function openOne(): Connection {
    const connection: Connection = { opened: pool.connect(), pending: 0, since: Infinity }
    const started = () => {
      connection.since = performance.now()
    }
    connection.opened.then(started, () => {})
    open.push(connection)
    return connection
  }

  async function leave(connection: Connection, fault?: Error) {
    connection.pending--
    connection.since = performance.now()
    if (connection.pending > 0) return
    open.splice(open.indexOf(connection), 1)
    const client = await connection.opened.catch(() => undefined)
    client?.release(fault)
  }

  function choose(): Connection | undefined {
    if (open.length < count && open.every(({ pending }) => pending > 0)) return openOne()
    const late = performance.now() - SLOW_MS
    return open
      .filter(({ since }) => since > late)
      .reduce<Connection | undefined>(
        (best, each) => (best && best.pending <= each.pending ? best : each),
        undefined,
      )
  }

  return async function read(query: pg.QueryConfig): Promise<pg.QueryResult> {
    const connection = choose()
    if (!connection) return alone(query)
    connection.pending++
    let fault: Error | undefined
    try {
      const client = await connection.opened
      return await client.query(query)
    } catch (error) {
      fault = error as Error
      throw error
    } finally {
      void leave(connection, fault)
    }
  }
}

type Send = (query: pg.QueryConfig) => Promise<pg.QueryResult>

/** How long a replica that could not be reached is left alone. */
const REST_MS = 5_000

/** SQLSTATE of a read that a standby gave up because it stood in the way of what it replays. */
const CONFLICT_WITH_RECOVERY = '40001'

/** Reads from the replica; from the primary while the replica is away, or where it gave a read up. */
export function preferReplica(replica: pg.Pool, primary: Send, onError: (error: Error) => void): Send {
  let restUntil = 0
  replica.on('error', () => {})
  replica.on('connect', client => void client.on('error', () => {}))

  return async query => {
    if (performance.now() < restUntil) return primary(query)
    try {
      return await replica.query(query)
    } catch (error) {
      if (isDatabaseAway(error)) {
        restUntil = performance.now() + REST_MS
        onError(error as Error)
      } else if (errorCode(error) !== CONFLICT_WITH_RECOVERY) throw error
      return primary(query)
    }
  }
}
