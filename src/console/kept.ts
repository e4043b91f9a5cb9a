import { createHash } from 'node:crypto'
import { glob, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { deserialize, serialize } from 'node:v8'
import type { Built } from './build.ts'

/** What a build depends on. */
const SOURCES = [
  'console/src/**/*.*',
  'clients/typescript/src/index.ts',
  'package-lock.json',
  'src/console/*.ts',
]

const folderOf = (root: string) => join(root, 'node_modules/.cache/comptoir')
const fileOf = (root: string, version: string) => join(folderOf(root), `console-${version}`)

/** Changes with any source of the console. */
export async function versionOf(root: string): Promise<string> {
  const hash = createHash('sha256')
  const names = (await Array.fromAsync(glob(SOURCES, { cwd: root }))).sort()
  for (const name of names) hash.update(name).update(await readFile(join(root, name)))
  return hash.digest('base64url').slice(0, 20)
}

/** Undefined when these sources were not built yet, or the build cannot be read. */
export async function keptBuild(root: string, version: string): Promise<Built | undefined> {
  try {
    return deserialize(await readFile(fileOf(root, version))) as Built
  } catch {
    return undefined
  }
}

/** Keeps a build in the place of older ones. Where nothing may be written, the next process builds anew. */
export async function keepBuild(root: string, version: string, built: Built) {
  const folder = folderOf(root)
  const file = fileOf(root, version)
  try {
    await mkdir(folder, { recursive: true })
    const older = (await Array.fromAsync(glob('console-*', { cwd: folder }))).map(name => join(folder, name))
    // Written beside it and renamed: another process never reads half a build.
    await writeFile(`${file}.${process.pid}`, serialize(built))
    await rename(`${file}.${process.pid}`, file)
    await Promise.all(older.filter(other => other !== file).map(other => rm(other, { force: true })))
  } catch {}
}
