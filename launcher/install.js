import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findNpm } from './npm.js'
import { root } from './root.js'
import { isRuntimeNeeded, removeUnusedFiles, workspacesWithoutRuntime } from './runtime.js'

const LOCK = join(root, 'package-lock.json')
const INSTALLED = join(root, 'node_modules/.package-lock.json')

const stamp = development => join(root, `node_modules/.installed-${development ? 'all' : 'production'}`)
const read = path => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}
const hash = text => createHash('sha256').update(text).digest('hex')

/**
 * Whether node_modules has the packages of package-lock.json, whoever installed them. Development packages count only
 * with `development`.
 */
export function isInstalled({ development }) {
  const lock = read(LOCK)
  const installed = read(INSTALLED)
  // Without a lock file there is nothing to install from, so node_modules is used as it is.
  if (lock === undefined) return true
  if (installed === undefined) return false
  // The stamp covers both files: a change of either one requires a new comparison.
  const both = hash(lock + installed)
  if (read(stamp(development)) === both) return true
  if (!satisfies(JSON.parse(installed).packages, JSON.parse(lock).packages, development)) return false
  keep(stamp(development), both)
  return true
}

function satisfies(installed, wanted, development) {
  return Object.entries(wanted).every(([path, { version, optional, devOptional, dev, link }]) => {
    if (path === '' || link || !path.includes('node_modules/')) return true
    const found = installed[path]
    // Optional packages are mostly those of other platforms.
    if (!found) return Boolean(optional || devOptional || (dev && !development))
    return found.version === version
  })
}

function keep(path, text) {
  try {
    writeFileSync(path, text)
  } catch {
    // On a read-only file system the comparison runs at every start, which costs a few milliseconds.
  }
}

/** Runs `npm ci`, then deletes the unused files of Node.js; on failure shows npm's output and ends the process. */
export function install({ development }) {
  console.error('Installing dependencies…')
  const args = ['ci', '--no-audit', '--no-fund', '--no-progress', '--loglevel=error']
  args.push(development ? '--include=dev' : '--omit=dev')
  if (!isRuntimeNeeded()) args.push(...workspacesWithoutRuntime())
  const [file, first] = findNpm()
  const result = spawnSync(file, [...first, ...args], { cwd: root, encoding: 'utf8', maxBuffer: 1 << 28 })
  if (result.status === 0) return removeUnusedFiles()
  if (result.stdout) process.stderr.write(result.stdout)
  if (result.stderr) process.stderr.write(result.stderr)
  const why = result.error ? result.error.message : `npm ci exited with ${result.signal ?? result.status}`
  console.error(`The dependencies could not be installed: ${why}.`)
  process.exit(1)
}
