import type pg from 'pg'

/** The part of PostgreSQL that warns: its words are in the server's language. */
const WAITS = 'SyncRepWaitForLSN'

/**
 * Where commits wait for a replica (`synchronous_standby_names`) and none confirms one before `statement_timeout`, PostgreSQL
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
