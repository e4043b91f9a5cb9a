import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A temporary file that `fill` writes and `work` reads, gone afterwards. */
export async function withTemporaryFile<T>(
  fill: (path: string) => Promise<unknown>,
  work: (path: string) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'comptoir-import-'))
  try {
    const path = join(folder, 'file.json')
    await fill(path)
    return await work(path)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
