import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

export const PROCESSES = 4
/** Up to this number of files, each runs in a separate process: a failure is then easier to debug. */
const FEW = 8
export const FILE_TIMEOUT_MS = 300_000

const supportFile = (name: string) => new URL(`support/${name}`, import.meta.url).href

/**
 * Creates a file per test file, which succeeds in only one process and claims the test file. A file without a selected
 * test does not run its `after`, so when tests are selected nothing is awaited and the first process claims all files.
 */
const sharedProcess = (files: readonly string[], claims: string, chosen: boolean) => `
import { openSync } from 'node:fs'
import { after, before, describe } from 'node:test'
import { undoAll } from ${JSON.stringify(supportFile('afterwards.ts'))}
import { createDatabaseCleanup } from ${JSON.stringify(supportFile('database.ts'))}

const isMine = index => {
  try {
    openSync(${JSON.stringify(claims)} + '/' + index, 'wx')
    return true
  } catch (error) {
    if (error.code === 'EEXIST') return false
    throw error
  }
}

for (const [index, file] of ${JSON.stringify(files)}.entries())
  if (isMine(index)) {
    const finished = Promise.withResolvers()
    describe(file, { timeout: ${FILE_TIMEOUT_MS} }, async () => {
      before(createDatabaseCleanup())
      after(() => undoAll().finally(finished.resolve))
      await import(${JSON.stringify(pathToFileURL(`${process.cwd()}/`).href)} + file)
    })
    if (!${chosen}) await finished.promise
  }
`

/**
 * Loading the platform takes two seconds of processor time, longer than the tests of most files. Therefore a few
 * processes share the files, and each claims its next one after finishing the previous one and closing its resources.
 * Its databases are dropped once its own hooks have closed their connections, before the tests of the next file.
 */
export async function withGroups<T>(
  files: readonly string[],
  chosenTests: boolean,
  work: (files: string[], filesPerProcess: number) => Promise<T>,
): Promise<T> {
  if (files.length <= FEW) return await work([...files], 1)
  const directory = mkdtempSync(join(tmpdir(), 'comptoir-tests-'))
  try {
    const groups = Array.from({ length: PROCESSES }, (_, group) => {
      const path = join(directory, `${group}.test.mjs`)
      writeFileSync(path, sharedProcess(files, directory, chosenTests))
      return path
    })
    return await work(groups, files.length)
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}
