import { createHash } from 'node:crypto'
import { chmodSync, chownSync, lstatSync, mkdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { claimFolder } from '../platform/data-folder.ts'
import { StartError } from '../platform/problem.ts'

/**
 * Returns the folder of the socket: the data folder, unless the path of the socket would exceed 100 bytes, because
 * operating systems allow 104 to 108. Then it is a temporary folder, whose name is a hash of the data folder's path, so
 * that every process uses the same one.
 */
function socketFolder(data: string): string {
  if (Buffer.byteLength(join(data, '.s.PGSQL.5432')) <= 100) return data
  const name = `comptoir-${createHash('sha256').update(data).digest('hex').slice(0, 16)}`
  const path = join(tmpdir(), name)
  return Buffer.byteLength(path) <= 80 ? path : join('/tmp', name)
}

/**
 * Creates the socket's folder, unless it is the data folder, for `ids`, the user that runs PostgreSQL, or else for this
 * user. Other users can write to the temporary directory, so this throws a StartError if the folder exists and is a
 * link or belongs to neither of them.
 */
export function prepareSocket(
  { data, socket }: Folder,
  { ids }: { ids: { uid: number; gid: number } | undefined },
): void {
  if (socket === data) return
  mkdirSync(socket, { recursive: true, mode: 0o700 })
  const found = lstatSync(socket)
  const us = process.getuid?.()
  if (!found.isDirectory() || (found.uid !== us && found.uid !== ids?.uid)) {
    throw new StartError(`${socket} belongs to another user`)
  }
  if (ids) chownSync(socket, ids.uid, ids.gid)
  chmodSync(socket, 0o700)
}

export function removeSocket({ data, socket }: Folder): void {
  if (socket !== data) rmSync(socket, { recursive: true, force: true })
}

/** Returns a connection string for `pg`; the host in the query is the folder of the socket. */
export const socketUrl = (socket: string, database: string): string =>
  `postgres://comptoir@localhost:5432/${database}?host=${encodeURIComponent(socket)}&sslmode=disable`

export type Folder = { root: string; data: string; log: string; socket: string }

/** PostgreSQL's messages for a full disk; the last one reports a short write. */
export const DISK_FULL = /No space left on device|quota exceeded|wrote only \d+ of \d+ bytes/i

/**
 * Creates or claims Comptoir's data folder and returns the paths of PostgreSQL's files. The socket may be outside it.
 * Throws a StartError if the folder cannot be used.
 */
export function prepareFolder(directory: string): Folder {
  const root = claimFolder(directory)
  const data = join(root, 'postgres')
  return { root, data, log: join(root, 'postgres.log'), socket: socketFolder(data) }
}
