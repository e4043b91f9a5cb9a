import type pg from 'pg'
import { isDatabaseAway } from './faults.ts'

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
      const { code } = error as { code?: string }
      if (isDatabaseAway(error)) {
        restUntil = performance.now() + REST_MS
        onError(error as Error)
      } else if (code !== CONFLICT_WITH_RECOVERY) throw error
      return primary(query)
    }
  }
}
