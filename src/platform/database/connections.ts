import type { Socket } from 'node:net'
import type pg from 'pg'

/** The types of pg do not know a client's connection, which is as old as pg itself. */
const socketOf = (client: pg.PoolClient) =>
  (client as unknown as { connection: { stream: Socket } }).connection.stream

/**
 * Gives a function that breaks all connections of a pool. The end of a pool waits for those that are at work, without a
 * limit; who waits for an answer on a connection that breaks gets an error instead.
 */
export function breakerOf(pool: pg.Pool): () => void {
  const clients = new Set<pg.PoolClient>()
  pool.on('connect', client => void clients.add(client))
  pool.on('remove', client => void clients.delete(client))
  return () => {
    for (const client of clients) socketOf(client).destroy()
  }
}
