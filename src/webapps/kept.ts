import { createHash } from 'node:crypto'
import { glob, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { deserialize, serialize } from 'node:v8'
import type { Built, WebApp } from './web-app.ts'

/** What every build depends on. */
const SHARED = ['clients/typescript/src/index.ts', 'package-lock.json', 'src/webapps/*.ts']

const folderOf = (root: string) => join(root, 'node_modules/.cache/comptoir')
const fileOf = (root: string, { name }: WebApp, version: string) => join(folderOf(root), `${name}-${version}`)

/** Changes with any source of the web app. */
export async function versionOf(root: string, { sources }: WebApp): Promise<string> {
  const hash = createHash('sha256')
  const names = (await Array.fromAsync(glob([...SHARED, ...sources], { cwd: root }))).sort()
  for (const name of names) hash.update(name).update(await readFile(join(root, name)))
  return hash.digest('base64url').slice(0, 20)
}

/** Undefined when these sources were not built yet, or the build cannot be read. */
export async function keptBuild(root: string, app: WebApp, version: string): Promise<Built | undefined> {
  try {
    return deserialize(await readFile(fileOf(root, app, version))) as Built
  } catch {
    return undefined
  }
}

/** Keeps a build in the place of older ones. Where nothing may be written, the next process builds anew. */
export async function keepBuild(root: string, app: WebApp, version: string, built: Built) {
  const folder = folderOf(root)
  const file = fileOf(root, app, version)
  try {
    await mkdir(folder, { recursive: true })
    const older = (await Array.fromAsync(glob(`${app.name}-*`, { cwd: folder }))).map(name =>
      join(folder, name),
    )
    // Written beside it and renamed: another process never reads half a build.
    await writeFile(`${file}.${process.pid}`, serialize(built))
    await rename(`${file}.${process.pid}`, file)
    await Promise.all(older.filter(other => other !== file).map(other => rm(other, { force: true })))
  } catch {}
}
