import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { cp, glob, mkdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { findNpm } from '../../launcher/npm.js'
import { isAlive } from '../embedded/processes.ts'

/**
 * The workspaces of the web apps. Their dependencies are development dependencies, which a production install omits.
 */
const WORKSPACES = ['console', 'examples/storefront']
/** The files that npm needs to install some workspaces of a project. */
const MANIFESTS = [
  'package.json',
  'package-lock.json',
  '.npmrc',
  '{console,launcher,{clients,examples}/*}/package.json',
]

const TIME_LIMIT_MS = 10 * 60_000
/** With these settings an unreachable registry is reported after about 6 seconds; npm's defaults take 70. */
const NPM_ARGS = [
  ...['ci', '--include=dev', '--ignore-scripts', '--no-audit', '--no-fund', '--no-progress'],
  ...['--loglevel=http', '--fetch-retry-mintimeout=1000', '--fetch-retry-maxtimeout=5000'],
  ...WORKSPACES.map(workspace => `--workspace=${workspace}`),
]

export type InstallFailure = 'npm-missing' | 'registry-unreachable' | 'read-only' | 'failed'

export class InstallError extends Error {
  readonly reason: InstallFailure
  constructor(reason: InstallFailure, message: string) {
    super(message)
    this.reason = reason
  }
}

/** `received` is the number of packages that npm has fetched. */
export type Progress = { startedAt: number; received: number }

/** Returns the folder with the packages and builds of the web apps. */
export const cacheOf = (root: string) => join(root, 'node_modules/.cache/comptoir')

export type Packages = ReturnType<typeof createPackages>

/** Manages the packages of a project's web apps, which are installed below its `node_modules` on first use. */
export function createPackages(root: string) {
  const cache = cacheOf(root)
  let running: { progress: Progress; stop: AbortController; folder: Promise<string> } | undefined

  /** Returns the folder for the packages, named after the lock file, which determines them. */
  async function folderFor() {
    const lock = await readFile(join(root, 'package-lock.json'))
    return join(cache, `packages-${createHash('sha256').update(lock).digest('hex').slice(0, 16)}`)
  }

  /**
   * npm installs into a folder of this process, which is renamed once it is complete. So other processes never read a
   * partial installation, and a killed installation is never used.
   */
  async function installInto(folder: string, progress: Progress, signal: AbortSignal) {
    const temporary = join(cache, `installing-${process.pid}`)
    try {
      await mkdir(cache, { recursive: true })
      await removeAbandoned(cache)
      for await (const file of glob(MANIFESTS, { cwd: root, exclude: ['**/node_modules/**'] }))
        await cp(join(root, file), join(temporary, file))
    } catch (error) {
      throw new InstallError('read-only', `${cache} cannot be written: ${(error as Error).message}`)
    }
    try {
      await runNpm(temporary, progress, signal)
      await removeOthers(cache, 'packages-*', folder)
      await rename(temporary, folder).catch(error => {
        // Another process has installed the packages meanwhile.
        if (!existsSync(folder)) throw error
      })
      return folder
    } finally {
      await rm(temporary, { recursive: true, force: true })
    }
  }

  return {
    /** Returns the folder whose `node_modules` contains the packages; undefined if they are not installed. */
    async find() {
      if (await isInstalledIn(root)) return root
      const folder = await folderFor()
      return existsSync(folder) ? folder : undefined
    },
    /**
     * Installs the packages and returns their folder; concurrent calls share one installation. Throws an InstallError
     * if the folder cannot be written or npm fails.
     */
    install() {
      if (running) return running.folder
      const progress = { startedAt: performance.now(), received: 0 }
      const stop = new AbortController()
      const folder = folderFor()
        .then(folder => installInto(folder, progress, stop.signal))
        .finally(() => {
          running = undefined
        })
      running = { progress, stop, folder }
      return folder
    },
    /** Returns the progress of the installation; undefined if none is running. */
    progress: () => running?.progress,
    stop: () => running?.stop.abort(),
  }
}

type Lock = { packages: Record<string, { version?: string; devDependencies?: Record<string, string> }> }

/**
 * Whether the server's own node_modules contains the packages, as after an install that includes development
 * dependencies.
 */
async function isInstalledIn(root: string): Promise<boolean> {
  const read = async (path: string) => JSON.parse(await readFile(join(root, path), 'utf8')) as Lock
  try {
    const { packages: wanted } = await read('package-lock.json')
    const { packages: installed } = await read('node_modules/.package-lock.json')
    return WORKSPACES.flatMap(name => Object.keys(wanted[name]?.devDependencies ?? {}))
      .map(name => `node_modules/${name}`)
      .every(path => path in installed && installed[path]?.version === wanted[path]?.version)
  } catch {
    return false
  }
}

/** Removes the folders of installations that were killed: of ended processes, and of an earlier one with this id. */
async function removeAbandoned(cache: string) {
  for await (const name of glob('installing-*', { cwd: cache })) {
    const pid = Number(name.split('-')[1])
    if (pid === process.pid || !isAlive(pid)) await rm(join(cache, name), { recursive: true, force: true })
  }
}

/** Removes the entries of a folder whose names match the pattern, except `retained`. */
export async function removeOthers(folder: string, pattern: string, retained: string) {
  for await (const name of glob(pattern, { cwd: folder }))
    if (join(folder, name) !== retained) await rm(join(folder, name), { recursive: true, force: true })
}

async function runNpm(folder: string, progress: Progress, signal: AbortSignal) {
  const [file, first] = findNpm()
  const child = spawn(file, [...first, ...NPM_ARGS, `--prefix=${folder}`], {
    cwd: folder,
    signal,
    timeout: TIME_LIMIT_MS,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const problems: string[] = []
  createInterface({ input: child.stderr }).on('line', line => {
    if (/^npm http /.test(line)) progress.received++
    else if (/^npm error/.test(line)) problems.push(line.slice('npm error '.length))
  })
  await new Promise<void>((resolve, reject) => {
    child.on('error', (error: NodeJS.ErrnoException) =>
      reject(new InstallError(error.code === 'ENOENT' ? 'npm-missing' : 'failed', `npm: ${error.message}`)),
    )
    child.on('close', (code, killed) => {
      if (code === 0) return resolve()
      const message = `npm ci exited with ${killed ?? code}: ${problems.slice(0, 20).join(' ')}`
      const isOffline = /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH/.test(
        message,
      )
      reject(new InstallError(isOffline ? 'registry-unreachable' : 'failed', message))
    })
  })
}
