import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterwards } from './afterwards.ts'

/** A folder that is deleted after the tests of the file; call it inside tests, because files share a process. */
export function temporaryFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `comptoir-${name}-`))
  afterwards(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
