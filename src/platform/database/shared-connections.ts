import type pg from 'pg'

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
