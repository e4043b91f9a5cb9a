import type { EventEmitter } from 'node:events'
import type { Socket } from 'node:net'
import type pg from 'pg'
import { errorCode } from '../problem.ts'
import { isDatabaseUnavailable, StandbyError } from './faults.ts'

/**
 * Returns the connection of a client, which emits the parameters that the server reports. The types of pg omit this
 * property, which has existed since its first versions.
 */
export const connectionOf = (client: pg.ClientBase) =>
  (client as unknown as { connection: EventEmitter & { stream: Socket } }).connection

/**
 * Returns a function that closes all connections that a pool has opened since this call, which fails their pending
 * queries. The pool's own `end` waits without a time limit for connections in use.
 */
export function createDisconnect(pool: pg.Pool): () => void {
  const clients = new Set<pg.PoolClient>()
  pool.on('connect', client => void clients.add(client))
  pool.on('remove', client => void clients.delete(client))
  return () => {
    for (const client of clients) connectionOf(client).stream.destroy()
  }
}

/** SQLSTATE of `begin read write` on a standby. */
const NOT_IN_RECOVERY = '0A000'

/** Sends a statement that begins a transaction. */
export async function begin(client: pg.ClientBase, statement: string): Promise<void> {
  try {
    await client.query(statement)
  } catch (error) {
    throw errorCode(error) === NOT_IN_RECOVERY ? new StandbyError() : error
  }
}

export type Send = (query: pg.QueryConfig) => Promise<pg.QueryResult>

/**
 * Returns a function that runs each statement in its own transaction, which this statement begins. The three messages
 * are sent without waiting for each other.
 */
export const sendInTransaction =
  (pool: pg.Pool, beginning: string): Send =>
  async query => {
    const client = await pool.connect()
    let fault: Error | undefined
    try {
      const [, result] = await Promise.all([
        begin(client, beginning),
        client.query(query),
        client.query('commit'),
      ])
      return result
    } catch (error) {
      fault = error as Error
      throw error
    } finally {
      client.release(fault)
    }
  }

/**
 * `since` is the time at which the running statement began, which is when the connection opened or the previous
 * statement ended; infinite while the connection opens.
 */
type Connection = { opened: Promise<pg.PoolClient>; pending: number; since: number }

/** A read is not queued behind a statement that has been running for longer than this. */
const SLOW_MS = 10

/**
 * Returns a function that runs point reads on at most `count` shared connections, several on each at a time, which
 * increases throughput by a quarter (bench/results/comparisons/shared-connections.md). A slow statement delays only the
 * reads sent within SLOW_MS after it began; later ones use another shared connection or `alone`.
 */
export function createSharedConnections(pool: pg.Pool, count: number, alone: Send) {
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

/** A replica that was unavailable is not queried again for this long. */
const COOLDOWN_MS = 5_000

/** SQLSTATE of a read that a standby canceled because it conflicted with replay. */
const CONFLICT_WITH_RECOVERY = '40001'

/**
 * Returns a function that sends a query to the replica. The primary answers instead if the replica is unavailable, was
 * unavailable within the last COOLDOWN_MS, or cancels the query because of a conflict with replay. `onError` receives
 * the error of an unavailable replica.
 */
export function preferReplica(
  replica: pg.Pool,
  send: Send,
  primary: Send,
  onError: (error: Error) => void,
): Send {
  let cooldownUntil = 0
  replica.on('error', () => {})
  replica.on('connect', client => void client.on('error', () => {}))

  return async query => {
    if (performance.now() < cooldownUntil) return primary(query)
    try {
      return await send(query)
    } catch (error) {
      if (isDatabaseUnavailable(error)) {
        cooldownUntil = performance.now() + COOLDOWN_MS
        onError(error as Error)
      } else if (errorCode(error) !== CONFLICT_WITH_RECOVERY) throw error
      return primary(query)
    }
  }
}
