import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { startEmbedded } from '../../src/embedded/embedded.ts'
import { chooseDatabaseDirectory } from '../support/database-directory.ts'

/** Starts a PostgreSQL for the tests; `stop` deletes its data. */
export async function startPostgres(): Promise<{ url: string; stop(): Promise<void> }> {
  const directory = mkdtempSync(join(chooseDatabaseDirectory(), 'comptoir-postgres-'))
  const remove = () => rmSync(directory, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 })
  try {
    const { url, stop } = await startEmbedded({ directory, durable: false })
    return { url, stop: () => stop().finally(remove) }
  } catch (error) {
    remove()
    throw error
  }
}
