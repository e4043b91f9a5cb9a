import { constants } from 'node:fs'
import { type FileHandle, lstat, open, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { StartError } from '../../platform/problem.ts'
import { type Piece, pieceOf, writeArchive } from './archive.ts'
import { DESCRIPTION, type Description } from './description.ts'

/** Belongs to the server that runs, or is made anew by the next one. */
const PASSING = new Set([
  'backup_label',
  'backup_manifest',
  'current_logfiles',
  'postmaster.opts',
  'postmaster.pid',
  'tablespace_map',
])
const PASSING_NAMES = /^(pgsql_tmp|pg_internal\.init|\.s\.PGSQL)/
/** Their folders have to be there, and what they hold is of the server that runs. The log comes by itself, at the end. */
const EMPTIED = new Set([
  ...['pg_dynshmem', 'pg_notify', 'pg_replslot', 'pg_serial', 'pg_snapshots', 'pg_stat_tmp'],
  ...['pg_subtrans', 'pg_wal/archive_status', 'pg_wal/summaries'],
])
/** Read last, since it says how far the data have come. */
const CONTROL = 'global/pg_control'

type DataFiles = { folders: string[]; files: string[]; bytes: number }

/** The files of a backup, without `CONTROL` and the WAL; names are relative. */
async function listData(data: string): Promise<DataFiles> {
  const found: DataFiles = { folders: [], files: [], bytes: 0 }
  async function visit(folder: string) {
    const entries = await readdir(join(data, folder), { withFileTypes: true }).catch(unlessGone([]))
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const name = folder === '' ? entry.name : `${folder}/${entry.name}`
      if (PASSING.has(name) || PASSING_NAMES.test(entry.name) || name === CONTROL) continue
      if (entry.isSymbolicLink())
        throw new StartError(
          `${join(data, name)} leads elsewhere: tablespaces are not backed up by this command`,
        )
      if (entry.isDirectory()) {
        found.folders.push(name)
        if (!EMPTIED.has(name)) await visit(name)
      } else if (entry.isFile() && folder !== 'pg_wal') {
        const info = await lstat(join(data, name)).catch(unlessGone(undefined))
        if (!info) continue
        found.files.push(name)
        found.bytes += info.size
      }
    }
  }
  await visit('')
  return found
}

/**
 * A file that PostgreSQL may be writing to, as long as it is now: what becomes of it meanwhile, its log says. Undefined when
 * it is gone.
 */
async function pieceOfFile(path: string, name: string): Promise<Piece | undefined> {
  const handle = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW).catch(unlessGone(undefined))
  if (!handle) return undefined
  const { size } = await handle.stat()
  return { name, size, body: read(handle, size) }
}

const CHUNK = 1 << 20

/** Exactly `size` bytes: what grows is cut there, what is cut short is filled with zeros. */
async function* read(handle: FileHandle, size: number): AsyncGenerator<Buffer> {
  try {
    for (let at = 0; at < size; ) {
      const wanted = Math.min(CHUNK, size - at)
      const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafe(wanted), 0, wanted, at)
      const bytes = bytesRead > 0 ? buffer.subarray(0, bytesRead) : Buffer.alloc(wanted)
      at += bytes.length
      yield bytes
    }
  } finally {
    await handle.close()
  }
}

/** Written in place by the server: read until two readings are the same, for one of them may be half of two. */
async function readControl(data: string): Promise<Buffer> {
  for (let before = Buffer.alloc(0); ; ) {
    const now = await readFile(join(data, CONTROL))
    if (now.equals(before)) return now
    before = now
  }
}

const unlessGone =
  <T>(nothing: T) =>
  (error: NodeJS.ErrnoException): T => {
    if (error.code === 'ENOENT') return nothing
    throw error
  }

/** The folder of PostgreSQL's files in an archive. */
export const ROOT = 'postgres/'

export type Progress = { total(bytes: number): void; done(bytes: number): void }

type Source = { url: string; data: string; description: Omit<Description, 'begun' | 'ended'> }
type Target = { path: string; now: () => Date; progress: Progress; signal: AbortSignal }

/**
 * Writes PostgreSQL's data, as they are at one moment, to a new file, while the server goes on. Its files are copied as they
 * come, some older and some newer, with all of its log from before the first to after the last: that makes them one.
 */
export async function createBackup(
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
    const completed: Description = { ...description, begun: begun.toISOString(), ended: now().toISOString() }
    yield pieceOf(DESCRIPTION, `${JSON.stringify(completed, null, 2)}\n`)
  }
  try {
    await writeArchive(path, pieces(), begun, signal)
    return { bytes: size }
  } finally {
    // The session takes the slot and an unfinished backup with it.
    await client.end().catch(() => {})
  }
}

/** Returns the start of the WAL. The slot, which lives as long as the session, keeps the server from reusing it. */
async function begin(client: pg.Client): Promise<string> {
  await client.query('select pg_create_physical_replication_slot($1, true, true)', [
    `comptoir_backup_${crypto.randomUUID().replaceAll('-', '')}`,
  ])
  const { rows } = await client.query<{ lsn: string }>('select pg_backup_start($1, true)::text as lsn', [
    'comptoir',
  ])
  return rows[0]?.lsn ?? ''
}

/** Ends the backup; from here on its log is complete. `label` is the content of backup_label. */
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
