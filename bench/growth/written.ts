import pg from 'pg'
import type { Scope } from '../support/scope.ts'

/** Returns a function that returns the bytes of WAL written and of database growth since its last call. */
export async function createWriteMeter(scope: Scope, databaseUrl: string) {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  scope.atEnd(() => client.end())
  const read = async () => {
    const { rows } = await client.query<{ log: string; disk: string }>(
      `select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') as log,
         (select sum(pg_database_size(oid)) from pg_database) as disk`,
    )
    return { log: Number(rows[0]?.log), disk: Number(rows[0]?.disk) }
  }
  let last = await read()
  return async () => {
    const [before, now] = [last, await read()]
    last = now
    return { log: now.log - before.log, disk: now.disk - before.disk }
  }
}
