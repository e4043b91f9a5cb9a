import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Scope } from './scope.ts'

/** Queue for events that nobody consumes. */
export const SINK = 'bench.sink'
const MOST_MS = 120_000

/**
 * Vacuums a newly filled database and writes a checkpoint. The returned function waits for the remaining work of a
 * round, which would slow down the next one: unsent events, and statements that still run. It deletes the events of
 * `SINK`, and throws after two minutes.
 */
export async function createSettle(scope: Scope, url: string): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  scope.atEnd(() => client.end())
  await vacuum(client)
  await client.query('checkpoint')
  return async () => {
    const began = performance.now()
    for (;;) {
      await client.query('delete from platform.outbox where queue = $1', [SINK])
      const { rows } = await client.query<{ busy: boolean }>(
        `select exists (select from platform.outbox) or exists (
           select from pg_stat_activity where state = 'active' and backend_type = 'client backend' and pid <> pg_backend_pid()
         ) as busy`,
      )
      if (!rows[0]?.busy) return
      if (performance.now() - began > MOST_MS) throw new Error('The work of the last round does not complete')
      await sleep(20)
    }
  }
}

/**
 * Vacuums all tables except empty ones: after a vacuum, PostgreSQL would plan their first statements for no rows, and
 * reuse those plans throughout a short round.
 */
async function vacuum(client: pg.Client) {
  const { rows } = await client.query<{ tables: string | null }>(`
    select string_agg(oid::regclass::text, ', ') as tables from pg_class
    where relkind = 'p' or relkind = 'r' and oid >= 16384 and pg_relation_size(oid) > 0`)
  if (rows[0]?.tables) await client.query(`vacuum analyze ${rows[0].tables}`)
}
