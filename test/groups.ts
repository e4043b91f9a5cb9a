import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

export const PROCESSES = 4
/** Up to this number, each file runs in its own process, which makes a failure easier to debug. */
const FEW = 8
export const FILE_TIMEOUT_MS = 300_000

const supportFile = (name: string) => new URL(`support/${name}`, import.meta.url).href

/**
 * Returns the source of a process that claims test files and runs them. A claim is a file in the folder `claims`, which
 * only one process can create. If tests are selected, the `after` of a file without any of them does not run, so the
 * process claims the next file without waiting for the previous one.
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
 * Calls `work` with the files to run: a few test files themselves, otherwise generated ones whose processes share the
 * test files, because loading the platform takes more processor time than the tests of most files. Each process claims
 * its next file after the previous one has finished and closed its resources. The databases of a file are dropped
 * before the tests of the next one, when the hooks of the file have closed their connections.
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
