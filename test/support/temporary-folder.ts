import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterwards } from './afterwards.ts'

/** A folder that is there until the tests of the file have ended; to be asked for in them, since files share a process. */
export function temporaryFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `comptoir-${name}-`))
  afterwards(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
