import { spawn } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { StartError } from '../platform/start-error.ts'
import type { Account } from './account.ts'
import type { Binaries } from './binaries.ts'
import { DISK_FULL, type Folder } from './folder.ts'
import { newData, removeUnfinished } from './unfinished.ts'

/** Makes PostgreSQL's data where there are none; a StartError for those of another major version or owner. */
export async function prepareCluster(
  folder: Folder,
  binaries: Binaries,
  account: Account,
  durable: boolean,
): Promise<void> {
  await removeUnfinished(folder)
  if (!existsSync(folder.data)) await create(folder, binaries, account, durable)

  const owner = statSync(folder.data).uid
  if (owner !== (account.ids?.uid ?? process.getuid?.())) {
    throw new StartError(`The data in ${folder.data} belong to another user (${owner})`)
  }
  const major = readVersion(folder.data)
  if (major !== binaries.major) {
    throw new StartError(
      `The data in ${folder.data} are of PostgreSQL ${major}, and this is PostgreSQL ${binaries.major}: ` +
        'dump them with that version and restore them with this one.',
    )
  }
}

/** Built beside and renamed: a start that is cut short, or two at once, never leave half a cluster. */
async function create(folder: Folder, binaries: Binaries, account: Account, durable: boolean): Promise<void> {
  const path = newData(folder)
  mkdirSync(path, { mode: 0o700 })
  if (account.ids) chownSync(path, account.ids.uid, account.ids.gid)
  try {
    await initdb(path, binaries, account, durable)
    renameSync(path, folder.data)
  } catch (error) {
    rmSync(path, { recursive: true, force: true })
    if (!(error instanceof Error && 'code' in error && /^(EEXIST|ENOTEMPTY)$/.test(String(error.code))))
      throw error
  }
}

async function initdb(path: string, binaries: Binaries, account: Account, durable: boolean): Promise<void> {
  const { file, args, ids } = account.command(binaries.initdb, [
    ...['-D', path, '--encoding=UTF8', '--locale-provider=builtin', '--locale=C.UTF-8'],
    ...['--auth=trust', '--username=comptoir', '--no-instructions', ...(durable ? [] : ['--no-sync'])],
  ])
  const child = spawn(file, args, {
    ...ids,
    cwd: '/',
    env: { PATH: process.env.PATH, LC_ALL: 'C' },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const ended = new Promise<number | null>((resolve, reject) =>
    child.on('close', resolve).on('error', reject),
  )
  const [status, errors] = await Promise.all([ended, text(child.stderr)])
  if (status === 0) return
  if (DISK_FULL.test(errors)) throw new StartError(`The disk is full: ${path}`)
  const lines = errors.trim().split('\n')
  const line = lines.find(line => /error:|FATAL|could not/.test(line)) ?? lines.at(-1)
  throw new StartError(`PostgreSQL's data could not be created: ${line || `initdb ended with ${status}`}`)
}

function readVersion(data: string): string {
  try {
    return readFileSync(join(data, 'PG_VERSION'), 'utf8').trim()
  } catch {
    throw new StartError(`${data} holds no PostgreSQL data`)
  }
}
