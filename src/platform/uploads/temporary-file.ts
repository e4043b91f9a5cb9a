import { createReadStream } from 'node:fs'
import { mkdtempDisposable, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Problem } from '../problem.ts'

const PREFIX = 'comptoir-import-'
const A_DAY_MS = 86_400_000

/** Removes folders that killed processes left behind more than a day ago. */
async function removeLeftovers(now: number) {
  for (const name of await readdir(tmpdir())) {
    if (!name.startsWith(PREFIX)) continue
    const path = join(tmpdir(), name)
    const left = await stat(path).catch(() => undefined)
    if (left && left.mtimeMs < now - A_DAY_MS) await rm(path, { recursive: true, force: true })
  }
}

/** An uploaded file during its processing, and its original name if it has one. */
export type ReceivedFile = { path: string; format: 'json' | 'csv'; name?: string | undefined }

/**
 * Creates a temporary file that `fill` writes and `work` reads, and deletes it afterwards. Returns the result of `work`.
 */
export async function withTemporaryFile<T>(
  fill: (path: string) => Promise<unknown>,
  work: (path: string) => Promise<T>,
): Promise<T> {
  await using folder = await mkdtempDisposable(join(tmpdir(), PREFIX))
  const { mtimeMs: now } = await stat(folder.path)
  const removed = removeLeftovers(now).catch(() => {})
  try {
    const path = join(folder.path, 'file')
    await fill(path)
    return await work(path)
  } finally {
    await removed
  }
}

/** Creates the 400 for an unreadable file. */
export const invalidFile = (message: string) => new Problem(400, 'fichier-invalide', message)

/** Receives the number of bytes of a file that have just been read. */
export type OnRead = (bytes: number) => void

/** Yields the chunks of a file on demand. */
export async function* readParts(path: string, onRead?: OnRead): AsyncGenerator<Buffer> {
  for await (const part of createReadStream(path)) {
    onRead?.((part as Buffer).length)
    yield part as Buffer
  }
}
