import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const GROUPS = 8
/** Below this number of files each has its own process: a failure is then easier to debug. */
const FEW = 8
export const FILE_TIMEOUT_MS = 300_000

const sharedProcess = (files: readonly string[]) => `
import { after, describe } from 'node:test'
import { undoAll } from ${JSON.stringify(new URL('support/afterwards.ts', import.meta.url).href)}

for (const file of ${JSON.stringify(files)})
  describe(file, { timeout: ${FILE_TIMEOUT_MS} }, async () => {
    await import(${JSON.stringify(pathToFileURL(`${process.cwd()}/`).href)} + file)
    after(undoAll)
  })
`

/**
 * Loading the platform takes two seconds of processor time, longer than the tests of most files: the files are spread over a
 * few processes. Within a process they run one after another, and what a file has opened is closed at its end.
 */
export async function withGroups<T>(
  files: readonly string[],
  work: (files: string[], filesPerProcess: number) => Promise<T>,
): Promise<T> {
  if (files.length <= FEW) return await work([...files], 1)
  const directory = mkdtempSync(join(tmpdir(), 'comptoir-tests-'))
  try {
    const groups = Array.from({ length: GROUPS }, (_, group) => {
      const path = join(directory, `${group}.test.mjs`)
      // Every eighth file: neighbours take similar times, so that the groups take similar times as well.
      writeFileSync(path, sharedProcess(files.filter((_, i) => i % GROUPS === group)))
      return path
    })
    return await work(groups, Math.ceil(files.length / GROUPS))
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}
