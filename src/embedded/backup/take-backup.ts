import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { type Piece, pieceOf, writeArchive } from './archive.ts'
import { CONTROL, type DataFiles, listData, pieceOfFile, readControl } from './data-files.ts'
import { DESCRIPTION, type Description } from './description.ts'

/** Where PostgreSQL's files stand in an archive. */
export const ROOT = 'postgres/'

export type Progress = { total(bytes: number): void; done(bytes: number): void }

type Source = { url: string; data: string; description: Omit<Description, 'begun' | 'ended'> }
type Target = { path: string; now: () => Date; progress: Progress; signal: AbortSignal }

/**
 * Writes PostgreSQL's data, as they are at one moment, to a new file, while the server goes on. Its files are copied as they
 * come, some older and some newer, with all of its log from before the first to after the last: that makes them one.
 */
export async function takeBackup(
  { url, data, description }: Source,
  { path, now, progress, signal }: Target,
) {
  const client = new pg.Client({ connectionString: url, application_name: 'comptoir backup' })
  client.on('error', () => {})
  await client.connect()
  const begun = now()
  let size = 0
  async function* pieces(): AsyncGenerator<Piece> {
    const from = await begin(client)
    const found = await listData(data)
    size = found.bytes
    progress.total(found.bytes)
    yield* copy(data, found, progress)
    const { label, to } = await end(client)
    yield pieceOf(`${ROOT}backup_label`, label)
    yield* copyLog(data, await segments(client, from, to))
    const told: Description = { ...description, begun: begun.toISOString(), ended: now().toISOString() }
    yield pieceOf(DESCRIPTION, `${JSON.stringify(told, null, 2)}\n`)
  }
  try {
    await writeArchive(path, pieces(), begun, signal)
    return { bytes: size }
  } finally {
    // The session takes the slot and an unfinished backup with it.
    await client.end().catch(() => {})
  }
}

/** Where the log of the backup begins. The slot, which lives as long as the session, keeps the server from reusing that log. */
async function begin(client: pg.Client): Promise<string> {
  await client.query('select pg_create_physical_replication_slot($1, true, true)', [
    `comptoir_backup_${crypto.randomUUID().replaceAll('-', '')}`,
  ])
  const { rows } = await client.query<{ lsn: string }>('select pg_backup_start($1, true)::text as lsn', [
    'comptoir',
  ])
  return rows[0]?.lsn ?? ''
}

/** Ends the backup; from here on its log is complete. `label` is what tells PostgreSQL where to begin. */
async function end(client: pg.Client): Promise<{ label: string; to: string }> {
  const { rows } = await client.query<{ label: string; to: string; tablespaces: string }>(
    'select labelfile as label, lsn::text as to, spcmapfile as tablespaces from pg_backup_stop(false)',
  )
  const [row] = rows
  if (row?.tablespaces.trim() !== '') throw new Error('The data have tablespaces')
  return row
}

async function* copy(data: string, { folders, files }: DataFiles, progress: Progress): AsyncGenerator<Piece> {
  for (const name of folders) yield { name: `${ROOT}${name}/`, size: 0 }
  for (const name of files) {
    const piece = await pieceOfFile(join(data, name), `${ROOT}${name}`)
    if (piece) yield piece
    progress.done(piece?.size ?? 0)
  }
  const control = await readControl(data)
  yield { name: `${ROOT}${CONTROL}`, size: control.length, body: [control] }
}

type Segments = { from: string; to: string; count: number }

/** The first and the last file of the log that the backup needs, and how many they are. */
async function segments(client: pg.Client, from: string, to: string): Promise<Segments> {
  const { rows } = await client.query<Segments>(
    `select pg_walfile_name($1) as from, pg_walfile_name($2) as to,
       (select segment_number from pg_split_walfile_name(pg_walfile_name($2)))
       - (select segment_number from pg_split_walfile_name(pg_walfile_name($1))) + 1 as count`,
    [from, to],
  )
  const [row] = rows
  if (!row) throw new Error('PostgreSQL does not name the files of its log')
  return { ...row, count: Number(row.count) }
}

/** And the history of timelines, which is short. */
async function* copyLog(data: string, { from, to, count }: Segments): AsyncGenerator<Piece> {
  const names = (await readdir(join(data, 'pg_wal'))).sort()
  const needed = names.filter(name => /^[0-9A-F]{24}$/.test(name) && name >= from && name <= to)
  if (needed.length !== count)
    throw new Error(`PostgreSQL has dropped a part of its log: ${needed.length} of ${count} files are there`)
  for (const name of [...names.filter(name => name.endsWith('.history')), ...needed]) {
    const piece = await pieceOfFile(join(data, 'pg_wal', name), `${ROOT}pg_wal/${name}`)
    if (piece) yield piece
  }
}
