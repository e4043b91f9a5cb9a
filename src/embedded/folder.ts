import { join } from 'node:path'
import { claimFolder } from '../platform/data-folder.ts'
import { socketFolder } from './socket.ts'

export type Folder = { root: string; data: string; log: string; socket: string }

/** PostgreSQL's words for it; the last is what a short write is told as. */
export const DISK_FULL = /No space left on device|quota exceeded|wrote only \d+ of \d+ bytes/i

/** Where PostgreSQL's files stand in the data folder, which is made where there is none. */
export function foldersOf(directory: string): Folder {
  const root = claimFolder(directory)
  const data = join(root, 'postgres')
  return { root, data, log: join(root, 'postgres.log'), socket: socketFolder(data) }
}
