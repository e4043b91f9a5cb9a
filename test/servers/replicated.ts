import { execFileSync } from 'node:child_process'
import { appendFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbedded } from '../../src/embedded/embedded.ts'
import { foldersOf } from '../../src/embedded/folder.ts'

export type Replicated = {
  /** Of a database on the primary, or, to read, on its streaming replica. */
  url(database: string): string
  readUrl(database: string): string
  /** Bytes of the log that the replica has not replayed yet; undefined while it does not follow. */
  lag(): Promise<number | undefined>
  stop(): Promise<void>
}

const named = (url: string, database: string) => {
  const renamed = new URL(url)
  renamed.pathname = `/${database}`
  return renamed.href
}

/** A PostgreSQL with these databases, and a replica that follows it: copied while it stood still, then streaming. */
export async function startReplicated(directory: string, databases: readonly string[]): Promise<Replicated> {
  const [first, second] = [join(directory, 'primary'), join(directory, 'replica')]
  await (await startEmbedded({ directory: first, durable: false })).stop()
  // The same data under another name: owners and modes as they are.
  execFileSync('cp', ['-a', first, second])
  const { data } = foldersOf(second)

  const primary = await startEmbedded({ directory: first, durable: false })
  const socket = new URL(primary.url).searchParams.get('host')
  // The file needs only to be there, and PostgreSQL has to be able to open it.
  writeFileSync(join(data, 'standby.signal'), '', { mode: 0o666 })
  appendFileSync(
    join(data, 'postgresql.auto.conf'),
    `primary_conninfo = 'host=${socket} user=comptoir'\nhot_standby_feedback = on\n`,
  )
  const replica = await startEmbedded({ directory: second, durable: false })

  const client = new pg.Client(primary.url)
  await client.connect()
  for (const database of databases)
    if (database !== 'comptoir') await client.query(`create database "${database}"`)
  return {
    url: database => named(primary.url, database),
    readUrl: database => named(replica.url, database),
    async lag() {
      const { rows } = await client.query<{ lag: string }>(
        "select pg_wal_lsn_diff(pg_current_wal_lsn(), replay_lsn) as lag from pg_stat_replication where state = 'streaming'",
      )
      return rows[0] && Number(rows[0].lag)
    },
    async stop() {
      await client.end()
      await replica.stop()
      await primary.stop()
    },
  }
}
