import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { type EmbeddedServer, startEmbedded } from '../../src/embedded/embedded.ts'
import { prepareFolder } from '../../src/embedded/folder.ts'
import { readPostmaster } from '../../src/embedded/processes.ts'
import { eventually } from '../support/eventually.ts'
import type { ProxiedServers } from './haproxy.ts'
import { copyAsStandby } from './standby.ts'

/** A primary with streaming replicas. */
export type Databases = {
  /** The URL of a database on the primary; `readUrl` is the one on a streaming replica. */
  url(database: string): string
  readUrl(database: string): string
  /** The servers for a proxy in front; undefined if processes connect to the servers directly. */
  proxied?: ProxiedServers | undefined
  /** The bytes of the log that the slowest replica has not replayed yet; undefined while none follows. */
  lag(): Promise<number | undefined>
  stop(): Promise<void>
}

export type Replicated = Databases & {
  /** Kills every process of the primary with `kill -9`. */
  killPrimary(): Promise<void>
  /** Restarts the killed primary unchanged. */
  restartPrimary(): Promise<void>
  /** Promotes the replica to primary; `rebuild` turns the killed server into a replica. */
  promote(): Promise<void>
  rebuild(): Promise<void>
}

const named = (url: string, database: string) => {
  const renamed = new URL(url)
  renamed.pathname = `/${database}`
  return renamed.href
}

/** Signals a server and, on Linux, its children; elsewhere the children of a killed server exit by themselves. */
export function signalServer(data: string, signal: NodeJS.Signals) {
  const pid = readPostmaster(data)?.pid
  if (!pid) return
  let children: number[] = []
  try {
    children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').map(Number)
  } catch {}
  for (const each of [pid, ...children])
    try {
      process.kill(each, signal)
    } catch {}
}

type Options = {
  /**
   * Commits wait for the disk and for the replica, so that acknowledged writes survive the loss of either server; and a
   * proxy finds the primary.
   */
  durable?: boolean
}

/** Starts a PostgreSQL with these databases, and a replica that follows it. */
export async function startReplicated(
  directory: string,
  databases: readonly string[],
  { durable = false }: Options = {},
): Promise<Replicated> {
  const folders = [join(directory, 'primary'), join(directory, 'replica')] as [string, string]
  const start = (at: number) => startEmbedded({ directory: folders[at] as string, durable })
  let primary = 0
  const servers: EmbeddedServer[] = [await start(0)]

  async function onPrimary<Row extends pg.QueryResultRow>(text: string): Promise<Row[]> {
    const client = new pg.Client(servers[primary]!.url)
    await client.connect()
    try {
      return (await client.query<Row>(text)).rows
    } finally {
      await client.end()
    }
  }

  async function lag() {
    const [row] = await onPrimary<{ lag: string }>(
      "select pg_wal_lsn_diff(pg_current_wal_lsn(), replay_lsn) as lag from pg_stat_replication where state = 'streaming'",
    )
    return row && Number(row.lag)
  }

  /** Recreates a server as the replica. If durable, commits wait for the replica, but only once it exists. */
  async function follow(at: number) {
    await copyAsStandby(folders[primary]!, servers[primary]!.url, folders[at]!)
    servers[at] = await start(at)
    await eventually('the replica streams from the primary', async () => (await lag()) !== undefined, 30_000)
    if (!durable) return
    await onPrimary("alter system set synchronous_standby_names = '*'")
    await onPrimary('select pg_reload_conf()')
  }

  await onPrimary("alter system set wal_keep_size = '1GB'")
  await onPrimary('select pg_reload_conf()')
  for (const database of databases)
    if (database !== 'comptoir') await onPrimary(`create database "${database}"`)
  await follow(1)
  return {
    url: database => named(servers[primary]!.url, database),
    readUrl: database => named(servers[1 - primary]!.url, database),
    proxied: durable
      ? {
          check: 'tcp-check',
          // The sockets have fixed paths, whichever server is the primary.
          servers: folders.map(folder => `unix@${join(prepareFolder(folder).socket, '.s.PGSQL.5432')}`),
        }
      : undefined,
    lag,
    async killPrimary() {
      signalServer(prepareFolder(folders[primary]!).data, 'SIGKILL')
      // Releases the folder of the killed server.
      await servers[primary]!.stop()
    },
    async restartPrimary() {
      servers[primary] = await start(primary)
    },
    async promote() {
      primary = 1 - primary
      await onPrimary('select pg_promote()')
    },
    rebuild: () => follow(1 - primary),
    async stop() {
      await servers[1 - primary]!.stop()
      await servers[primary]!.stop()
    },
  }
}
