import type pg from 'pg'
import { socketOf } from './connections.ts'

/** `since`: when its oldest statement came to be at work. */
type Lane = {
  client: pg.PoolClient | undefined
  opened: Promise<pg.PoolClient>
  pending: number
  since: number
}

/** Whoever waits behind a statement that has been running for longer is better off on another connection. */
const SLOW_MS = 10

/**
 * Brief reads, several on one connection at a time: what requests ask in the same turn of the event loop leaves in one
 * write, and writing is half of what such a read costs. One that is slow all the same delays those sent after it on its
 * lane within SLOW_MS; later ones take other lanes, or a connection of their own.
 */
export function createLanes(
  pool: pg.Pool,
  count: number,
  alone: (query: pg.QueryConfig) => Promise<pg.QueryResult>,
) {
  const lanes: Lane[] = []

  function openLane(): Lane {
    const lane: Lane = { client: undefined, opened: pool.connect(), pending: 0, since: Infinity }
    lane.opened.then(
      client => {
        lane.client = client
        lane.since = performance.now()
      },
      () => {},
    )
    lanes.push(lane)
    return lane
  }

  function leave(lane: Lane, fault?: Error) {
    lane.pending--
    lane.since = performance.now()
    if (lane.pending > 0) return
    lanes.splice(lanes.indexOf(lane), 1)
    lane.client?.release(fault)
  }

  function choose(): Lane | undefined {
    if (lanes.length < count && lanes.every(({ pending }) => pending > 0)) return openLane()
    const late = performance.now() - SLOW_MS
    let best: Lane | undefined
    for (const lane of lanes)
      if (lane.since > late && lane.pending < (best?.pending ?? Number.POSITIVE_INFINITY)) best = lane
    return best
  }

  return async function read(query: pg.QueryConfig): Promise<pg.QueryResult> {
    const lane = choose()
    if (!lane) return alone(query)
    lane.pending++
    let fault: Error | undefined
    try {
      const client = lane.client ?? (await lane.opened)
      corkForThisTurn(client)
      return await client.query(query)
    } catch (error) {
      fault = error as Error
      throw error
    } finally {
      leave(lane, fault)
    }
  }
}

function corkForThisTurn(client: pg.PoolClient) {
  const stream = socketOf(client)
  if (stream.writableCorked > 0) return
  stream.cork()
  setImmediate(() => stream.uncork())
}
