import { chownSync, existsSync, mkdirSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { asStartError } from '../../platform/data-folder.ts'
import { StartError } from '../../platform/start-error.ts'
import type { Account } from '../account.ts'
import { type Piece, readArchive } from './archive.ts'
import { type Progress, ROOT } from './take-backup.ts'

type Target = { data: string; account: Account; progress: Progress; signal: AbortSignal }

/** Writes the data files of a backup into a new folder, as the server's account has them. */
export async function layDown(path: string, target: Target) {
  makeFolder(target.data, target.account)
  await readArchive(path, target.signal, piece => write(piece, target))
}

async function write({ name, size, body }: Required<Piece>, { data, account, progress }: Target) {
  if (!name.startsWith(ROOT)) return
  const path = join(data, name.slice(ROOT.length))
  // No name leads out of the folder, whoever wrote it.
  if (!path.startsWith(`${data}/`)) throw new StartError(`A file of the backup has a strange name: ${name}`)
  try {
    if (name.endsWith('/')) return makeFolder(path, account)
    if (!existsSync(dirname(path))) makeFolder(dirname(path), account)
    const file = await open(path, 'wx', 0o600)
    try {
      for await (const bytes of body) await writeWhole(file, bytes)
    } finally {
      await file.close()
    }
    own(path, account)
    progress.done(size)
  } catch (error) {
    throw asStartError(error, data)
  }
}

async function writeWhole(file: FileHandle, bytes: Buffer) {
  for (let at = 0; at < bytes.length; ) at += (await file.write(bytes, at)).bytesWritten
}

function makeFolder(path: string, account: Account) {
  mkdirSync(path, { recursive: true, mode: 0o700 })
  own(path, account)
}

export function own(path: string, { ids }: Account) {
  if (ids) chownSync(path, ids.uid, ids.gid)
}
