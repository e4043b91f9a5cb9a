import { appendFileSync, chmodSync, chownSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { chooseAccount, findBinaries } from '../../../src/embedded/account.ts'
import { createBackup } from '../../../src/embedded/backup/create-backup.ts'
import { extract } from '../../../src/embedded/backup/restore-backup.ts'
import { type EmbeddedServer, startEmbedded } from '../../../src/embedded/embedded.ts'
import { prepareFolder } from '../../../src/embedded/folder.ts'
import { readPostmaster } from '../../../src/embedded/processes.ts'
import { eventually } from '../eventually.ts'

const silent = { total() {}, done() {} }

/** A PostgreSQL that archives its log as docs/backups.md describes, with its backups and a way to lose its disk. */
export type Archiving = {
  url: string
  /** Makes a base backup while the server runs. */
  backUp(): Promise<void>
  /** The server's current time. */
  moment(): Promise<string>
  /** Waits until everything written so far is in the archive. */
  archived(): Promise<void>
  /** Stops the server at once, without a checkpoint, and deletes its data. */
  lose(): Promise<void>
  /** Starts another server from the base backup and the archive, recovered to that time. */
  recover(moment: string): Promise<EmbeddedServer>
}

export async function startArchiving(directory: string): Promise<Archiving> {
  const [first, second, archive] = ['first', 'second', 'archive'].map(name => join(directory, name)) as [
    string,
    string,
    string,
  ]
  const path = join(directory, 'base.tar.zst')
  chmodSync(directory, 0o755)
  await (await startEmbedded({ directory: first })).stop()
  const { data } = prepareFolder(first)
  mkdirSync(archive)
  const owner = statSync(data)
  chownSync(archive, owner.uid, owner.gid)
  configure(data, [
    'archive_mode = on',
    `archive_command = 'test ! -f ${archive}/%f && cp %p ${archive}/%f'`,
    'archive_timeout = 60',
  ])
  const server = await startEmbedded({ directory: first })
  const client = new pg.Client(server.url)
  client.on('error', () => {})
  await client.connect()
  const one = async (text: string, values: unknown[] = []) =>
    (await client.query<{ value: string }>(text, values)).rows[0]?.value ?? ''

  return {
    url: server.url,
    async backUp() {
      const description = {
        format: 1 as const,
        version: '',
        postgres: '',
        system: '',
        migrations: [],
        secrets: [],
      }
      const { signal } = new AbortController()
      const target = { path, now: () => new Date(), progress: silent, signal }
      await createBackup({ url: server.url, description }, target)
    },
    moment: () => one('select clock_timestamp()::text as value'),
    async archived() {
      const name = await one('select pg_walfile_name(pg_switch_wal()) as value')
      await eventually(
        'the log is archived',
        async () => (await one('select last_archived_wal as value from pg_stat_archiver')) >= name,
        60_000,
      )
    },
    async lose() {
      const pid = readPostmaster(data)?.pid
      if (pid) process.kill(pid, 'SIGQUIT')
      await client.end().catch(() => {})
      await server.stop()
      rmSync(first, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 })
    },
    async recover(moment) {
      const folder = prepareFolder(second)
      const account = chooseAccount(folder, findBinaries())
      const { signal } = new AbortController()
      await extract(path, { data: folder.data, account, progress: silent, signal })
      configure(folder.data, [
        // The second server must not write to the archive of the first.
        'archive_mode = off',
        `restore_command = 'cp ${archive}/%f %p'`,
        `recovery_target_time = '${moment}'`,
        "recovery_target_action = 'promote'",
      ])
      writeFileSync(join(folder.data, 'recovery.signal'), '', { mode: 0o666 })
      const recovered = await startEmbedded({ directory: second })
      await eventually('the server has recovered', () => hasRecovered(recovered.url), 300_000)
      return recovered
    },
  }
}

const configure = (data: string, lines: string[]) =>
  appendFileSync(join(data, 'postgresql.auto.conf'), `${lines.join('\n')}\n`)

async function hasRecovered(url: string): Promise<boolean> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return (await client.query('select pg_is_in_recovery() as yet')).rows[0]?.yet === false
  } finally {
    await client.end()
  }
}
