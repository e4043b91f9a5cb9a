import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbedded } from '../../src/embedded/embedded.ts'

/** A PostgreSQL for the tests alone, whose data go with it. */
export async function startPostgres(): Promise<{ url: string; stop(): Promise<void> }> {
  const directory = mkdtempSync(join(tmpdir(), 'comptoir-postgres-'))
  const remove = () => rmSync(directory, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 })
  try {
    const { url, stop } = await startEmbedded({ directory, durable: false })
    return { url, stop: () => stop().finally(remove) }
  } catch (error) {
    remove()
    throw error
  }
}
