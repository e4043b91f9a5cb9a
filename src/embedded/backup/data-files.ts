import { constants } from 'node:fs'
import { type FileHandle, lstat, open, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { StartError } from '../../platform/start-error.ts'
import type { Piece } from './archive.ts'

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
export const CONTROL = 'global/pg_control'

export type DataFiles = { folders: string[]; files: string[]; bytes: number }

/** What of PostgreSQL's data goes into a backup, but for `CONTROL` and the files of its log; names are relative. */
export async function listData(data: string): Promise<DataFiles> {
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
export async function pieceOfFile(path: string, name: string): Promise<Piece | undefined> {
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
export async function readControl(data: string): Promise<Buffer> {
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
