import { existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbedded } from '../../src/embedded/embedded.ts'

/** An in-memory file system of Linux. */
const SHARED_MEMORY = '/dev/shm'
/** Enough for some twenty concurrent test databases of 13 MB each and the write-ahead log. */
const NEEDED_BYTES = 2 ** 32

/** Creating a database's 800 files takes 50 ms in memory; on a disk that is busy, up to 400 ms. */
function dataFolder() {
  if (!existsSync(SHARED_MEMORY)) return tmpdir()
  const { bavail, bsize } = statfsSync(SHARED_MEMORY)
  return bavail * bsize >= NEEDED_BYTES ? SHARED_MEMORY : tmpdir()
}

/** Starts a PostgreSQL for the tests, whose data are deleted with it. */
export async function startPostgres(): Promise<{ url: string; stop(): Promise<void> }> {
  const directory = mkdtempSync(join(dataFolder(), 'comptoir-postgres-'))
  const remove = () => rmSync(directory, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 })
  try {
    const { url, stop } = await startEmbedded({ directory, durable: false })
    return { url, stop: () => stop().finally(remove) }
  } catch (error) {
    remove()
    throw error
  }
}
