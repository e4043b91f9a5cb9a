import { type ExecFileException, execFile } from 'node:child_process'
import {
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { errorCode, StartError } from '../platform/problem.ts'
import type { Program } from './account.ts'
import { DISK_FULL, type Folder, prepareFolder } from './folder.ts'
import { isAlive, stopServer } from './processes.ts'

const execute = promisify(execFile)

/** The folder in which a cluster is created before the folder gets its final name. */
const newData = ({ root }: Folder) => join(root, `postgres.new-${process.pid}`)
/** The data folder in which a backup is extracted and started. */
export const restorePathOf = ({ root }: Folder) => join(root, `restoring-${process.pid}`)
/** The path of the previous data between the two renames of a restore. */
export const replacedPathOf = ({ root }: Folder) => join(root, 'postgres.replaced')

const UNFINISHED = /^(postgres\.new|restoring)-(\d+)$/

/**
 * Removes the leftovers of killed starts and restores, after stopping any server that runs in them. Moves the previous
 * data back if a restore was killed before it had replaced them.
 */
export async function removeUnfinished(folder: Folder): Promise<void> {
  for (const name of readdirSync(folder.root)) {
    const [, kind, digits] = UNFINISHED.exec(name) ?? []
    const pid = Number(digits)
    if (!pid || (pid !== process.pid && isAlive(pid))) continue
    const path = join(folder.root, name)
    if (kind === 'restoring') await stopServer(prepareFolder(path))
    rmSync(path, { recursive: true, force: true })
  }
  // A restore that was killed between the two renames leaves no data in place, so the previous data are moved back.
  const former = replacedPathOf(folder)
  if (existsSync(former) && !existsSync(folder.data)) renameSync(former, folder.data)
  rmSync(former, { recursive: true, force: true })
}

/**
 * Removes what killed starts and restores left behind, and creates PostgreSQL's data if there are none. Throws a
 * StartError if initdb fails, or if the data belong to another major version or user.
 */
export async function prepareCluster(program: Program): Promise<void> {
  const { folder, binaries, account } = program
  await removeUnfinished(folder)
  if (!existsSync(folder.data)) await create(program)

  const owner = statSync(folder.data).uid
  if (owner !== (account.ids?.uid ?? process.getuid?.())) {
    throw new StartError(`The data in ${folder.data} belong to another user (${owner})`)
  }
  const major = readVersion(folder.data)
  if (major !== binaries.major) {
    throw new StartError(
      `The data in ${folder.data} were created by PostgreSQL ${major}, but this is PostgreSQL ${binaries.major}: ` +
        'dump them with that version and restore them with this one.',
    )
  }
}

/** Creates the data in a separate folder and renames it, so that interrupted or concurrent starts leave no partial data. */
async function create(program: Program): Promise<void> {
  const { folder, account } = program
  const path = newData(folder)
  mkdirSync(path, { mode: 0o700 })
  if (account.ids) chownSync(path, account.ids.uid, account.ids.gid)
  try {
    await initdb(path, program)
    renameSync(path, folder.data)
  } catch (error) {
    rmSync(path, { recursive: true, force: true })
    if (!/^(EEXIST|ENOTEMPTY)$/.test(errorCode(error))) throw error
  }
}

async function initdb(path: string, { binaries, account, durable }: Program): Promise<void> {
  const { file, args, ids } = account.command(binaries.initdb, [
    ...['-D', path, '--encoding=UTF8', '--locale-provider=builtin', '--locale=C.UTF-8'],
    ...['--auth=trust', '--username=comptoir', '--no-instructions', ...(durable ? [] : ['--no-sync'])],
  ])
  const env = { PATH: process.env.PATH, LC_ALL: 'C' }
  try {
    await execute(file, args, { ...ids, cwd: '/', env })
  } catch (error) {
    const { code, stderr } = error as ExecFileException & { stderr: string }
    // A code that is a string is a system error: initdb could not be started.
    if (typeof code === 'string') throw error
    if (DISK_FULL.test(stderr)) throw new StartError(`The disk is full: ${path}`)
    const lines = stderr.trim().split('\n')
    const line = lines.find(line => /error:|FATAL|could not/.test(line)) ?? lines.at(-1)
    throw new StartError(`PostgreSQL's data could not be created: ${line || `initdb ended with ${code}`}`)
  }
}

function readVersion(data: string): string {
  try {
    return readFileSync(join(data, 'PG_VERSION'), 'utf8').trim()
  } catch {
    throw new StartError(`${data} contains no PostgreSQL data`)
  }
}
