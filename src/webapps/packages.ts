import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { cp, glob, mkdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { npmCommand } from '../../launcher/npm.js'
import { isAlive } from '../embedded/processes.ts'

/** The web apps' workspaces: bundlers, React, Preact and the components. A production install leaves them out. */
const WORKSPACES = ['console', 'examples/storefront']
/** The files that npm needs to install some workspaces of a project. */
const MANIFESTS = [
  'package.json',
  'package-lock.json',
  '.npmrc',
  '{console,launcher,{clients,examples}/*}/package.json',
]

const TIME_LIMIT_MS = 10 * 60_000
/** An unreachable registry is reported after some 6 seconds; npm's own settings take 70. */
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

/** `received` counts the packages that npm has fetched. */
export type Progress = { startedAt: number; received: number }

/** The folder that holds the web apps' packages and builds. */
export const cacheOf = (root: string) => join(root, 'node_modules/.cache/comptoir')

export type Packages = ReturnType<typeof createPackages>

/** The web apps' packages of the project in `root`, beside which they are installed when they are first needed. */
export function createPackages(root: string) {
  const cache = cacheOf(root)
  let running: { progress: Progress; stop: AbortController; folder: Promise<string> } | undefined

  /** Another lock file asks for other packages. */
  async function folderFor() {
    const lock = await readFile(join(root, 'package-lock.json'))
    return join(cache, `packages-${createHash('sha256').update(lock).digest('hex').slice(0, 16)}`)
  }

  /**
   * npm works in a folder of this process, which is renamed once it is complete: the running server's packages are never
   * touched, another process never reads half an installation, and one that was killed leaves nothing that is used.
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
        // Another process was faster.
        if (!existsSync(folder)) throw error
      })
      return folder
    } finally {
      await rm(temporary, { recursive: true, force: true })
    }
  }

  return {
    /** The folder whose `node_modules` holds the packages; undefined where they are not installed. */
    async find() {
      if (await isInstalledIn(root)) return root
      const folder = await folderFor()
      return existsSync(folder) ? folder : undefined
    },
    /** Installs them and returns their folder; concurrent calls share one installation. Throws an InstallError. */
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
    /** Undefined while nothing is being installed. */
    progress: () => running?.progress,
    stop: () => running?.stop.abort(),
  }
}

type Lock = { packages: Record<string, { version?: string; devDependencies?: Record<string, string> }> }

/** A development install, or one with `npm ci`, has the packages beside the server's own. */
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

/** The folders of processes that ended while they installed. */
async function removeAbandoned(cache: string) {
  for await (const name of glob('installing-*', { cwd: cache })) {
    const pid = Number(name.split('-')[1])
    if (pid === process.pid || !isAlive(pid)) await rm(join(cache, name), { recursive: true, force: true })
  }
}

/** Removes what has a name of this pattern in a folder, but for `kept`. */
export async function removeOthers(folder: string, pattern: string, kept: string) {
  for await (const name of glob(pattern, { cwd: folder }))
    if (join(folder, name) !== kept) await rm(join(folder, name), { recursive: true, force: true })
}

async function runNpm(folder: string, progress: Progress, signal: AbortSignal) {
  const [file, first] = npmCommand()
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
      const message = `npm ci ended with ${killed ?? code}: ${problems.slice(0, 20).join(' ')}`
      const isOffline = /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH/.test(
        message,
      )
      reject(new InstallError(isOffline ? 'registry-unreachable' : 'failed', message))
    })
  })
}
