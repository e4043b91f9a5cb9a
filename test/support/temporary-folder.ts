import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterwards } from './afterwards.ts'
import { chooseDatabaseDirectory } from './database-directory.ts'

function createFolder(parent: string, name: string): string {
  const folder = mkdtempSync(join(parent, `comptoir-${name}-`))
  afterwards(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 }))
  return folder
}

/**
 * Creates a folder that is deleted after the tests of the file. Call it in tests, not while a shared module loads:
 * files share a process, so the end of the first one would delete the folder.
 */
export const createTemporaryFolder = (name: string) => createFolder(tmpdir(), name)

/** Creates a temporary folder for the data of an embedded PostgreSQL. */
export const createDataFolder = (name: string) => createFolder(chooseDatabaseDirectory(), name)
