import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

const GROUP = 16

/** Tests of the code, unlike those of whole servers, leave nothing behind in their process. */
const mayShare = (file: string) => /^(src|bench|sample|test\/platform)\//.test(file)

const shared = (files: readonly string[]) => `
import { after, describe } from 'node:test'
import { undoAll } from ${JSON.stringify(new URL('support/afterwards.ts', import.meta.url).href)}

for (const file of ${JSON.stringify(files)})
  describe(file, async () => {
    await import(${JSON.stringify(pathToFileURL(`${process.cwd()}/`).href)} + file)
    after(undoAll)
  })
`

/**
 * To load the platform takes longer than most files' tests: where many files are run, some share a process. They follow one
 * another, and what a file has opened is closed at its end.
 */
export async function withGroups<T>(
  files: readonly string[],
  work: (files: string[]) => Promise<T>,
): Promise<T> {
  const together = files.length > GROUP ? files.filter(mayShare) : []
  const directory = mkdtempSync(join(tmpdir(), 'comptoir-tests-'))
  try {
    const groups: string[] = []
    for (let i = 0; i < together.length; i += GROUP) {
      const file = resolve(directory, `${groups.length}.test.mjs`)
      writeFileSync(file, shared(together.slice(i, i + GROUP)))
      groups.push(file)
    }
    return await work([...files.filter(file => !together.includes(file)), ...groups])
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}
