import { execFileSync } from 'node:child_process'
import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { prepareFolder } from '../../src/embedded/folder.ts'

/** Files of a running server that the copy must not contain. */
const OF_THE_RUNNING = ['postmaster.pid', '.s.PGSQL.5432', '.s.PGSQL.5432.lock']

/** Copies a folder, and ignores files that disappear meanwhile, because a backup does not need them. */
function copy(from: string, to: string) {
  rmSync(to, { recursive: true, force: true })
  try {
    execFileSync('cp', ['-a', from, to], { stdio: 'pipe' })
  } catch (error) {
    const { stderr } = error as { stderr: Buffer }
    const lines = stderr.toString().trim().split('\n')
    if (!lines.every(line => /No such file or directory|vanished/.test(line))) throw error
  }
}

/**
 * Recreates the data folder `to` from the running server of `from`; a server that starts on `to` follows that one. The
 * embedded PostgreSQL lacks pg_basebackup, which does the same.
 */
export async function copyAsStandby(from: string, fromUrl: string, to: string): Promise<void> {
  const { data } = prepareFolder(to)
  const client = new pg.Client(fromUrl)
  await client.connect()
  try {
    await client.query("select pg_backup_start('a standby of the tests', fast => true)")
    copy(from, to)
    const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)')
    // The standby requests the whole log since the start of the backup from the primary.
    for (const name of readdirSync(join(data, 'pg_wal')))
      if (name !== 'archive_status' && name !== 'summaries')
        rmSync(join(data, 'pg_wal', name), { recursive: true })
    for (const name of OF_THE_RUNNING) rmSync(join(data, name), { force: true })
    // The test user writes these files, and PostgreSQL's account reads and renames them.
    const write = (name: string, text: string) => {
      rmSync(join(data, name), { force: true })
      writeFileSync(join(data, name), text, { mode: 0o666 })
    }
    write('backup_label', rows[0]?.labelfile ?? '')
    write('standby.signal', '')
    const socket = new URL(fromUrl).searchParams.get('host')
    write(
      'postgresql.auto.conf',
      `primary_conninfo = 'host=${socket} user=comptoir'\nhot_standby_feedback = on\nwal_keep_size = '1GB'\n`,
    )
  } finally {
    await client.end()
  }
}
