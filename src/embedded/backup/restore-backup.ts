import { chownSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { asStartError } from '../../platform/data-folder.ts'
import { StartError } from '../../platform/problem.ts'
import { type Account, chooseAccount, findBinaries } from '../account.ts'
import { removeUnfinished, replacedPathOf, restorePathOf } from '../cluster.ts'
import { startEmbedded } from '../embedded.ts'
import { type Folder, prepareFolder } from '../folder.ts'
import { isServerOf, readPostmaster } from '../processes.ts'
import { readArchive, type TarEntry } from './archive.ts'
import { type Progress, ROOT } from './create-backup.ts'
import { DESCRIPTION, type Description, describeSystem, parseDescription } from './description.ts'

type Target = { data: string; account: Account; progress: Progress; signal: AbortSignal }

/**
 * Writes the data files of a backup into a new folder, readable only by the user that runs PostgreSQL. Throws a
 * StartError for a damaged backup, after having written files.
 */
export async function extract(path: string, target: Target) {
  makeFolder(target.data, target.account)
  await readArchive(path, target.signal, entry => write(entry, target))
}

async function write({ name, size, body }: TarEntry, { data, account, progress }: Target) {
  if (!name.startsWith(ROOT)) return
  const path = join(data, name.slice(ROOT.length))
  // Prevents a malicious entry name from writing outside the folder.
  if (!path.startsWith(`${data}/`))
    throw new StartError(`The backup contains a file with an invalid name: ${name}`)
  try {
    if (name.endsWith('/')) return makeFolder(path, account)
    if (!existsSync(dirname(path))) makeFolder(dirname(path), account)
    await writeFile(path, body, { flag: 'wx', mode: 0o600 })
    own(path, account)
    progress.done(size)
  } catch (error) {
    throw asStartError(error, data)
  }
}

function makeFolder(path: string, account: Account) {
  mkdirSync(path, { recursive: true, mode: 0o700 })
  own(path, account)
}

function own(path: string, { ids }: Account) {
  if (ids) chownSync(path, ids.uid, ids.gid)
}

type Options = {
  path: string
  directory: string
  /** Whether existing data may be replaced. */
  replace: boolean
  /**
   * Runs on the restored database before it replaces existing data, and may update it; throws a StartError to refuse it.
   */
  prepare(url: string): Promise<void>
  progress: Progress
  signal: AbortSignal
}

/**
 * Verifies a backup without changing anything; returns its description and the total size of its data files in bytes.
 * Throws a StartError if it is damaged, or was created by another PostgreSQL version or on another system.
 */
export async function verifyBackup(path: string, signal: AbortSignal) {
  let described: string | undefined
  let bytes = 0
  await readArchive(path, signal, async ({ name, size, body }) => {
    if (name === DESCRIPTION) described = await text(body)
    else bytes += size
  })
  const description = parseDescription(described, path)
  checkReadable(description, path)
  return { description, bytes }
}

function checkReadable({ postgres, system }: Description, path: string) {
  const { major } = findBinaries()
  if (postgres !== major)
    throw new StartError(`${path} was created by PostgreSQL ${postgres}, but this is PostgreSQL ${major}`)
  if (system !== describeSystem())
    throw new StartError(`${path} was created on ${system}, but this is ${describeSystem()}`)
}

/**
 * Replaces the PostgreSQL data of a folder with a verified backup, which is extracted beside them, started, prepared,
 * stopped and then renamed. If any step before the renames fails, the existing data are unchanged. Throws a StartError
 * if there are data and `replace` is false, or if their server runs.
 */
export async function restoreBackup({ path, directory, replace, prepare, progress, signal }: Options) {
  const folder = prepareFolder(directory)
  await removeUnfinished(folder)
  refuseWhatIsThere(folder, replace)
  const account = chooseAccount(folder, findBinaries())
  const beside = restorePathOf(folder)
  try {
    const data = prepareFolder(beside).data
    own(beside, account)
    await extract(path, { data, account, progress, signal })
    await bringUp(beside, prepare)
    refuseWhatIsThere(folder, replace)
    signal.throwIfAborted()
    replaceData(folder, data)
  } finally {
    rmSync(beside, { recursive: true, force: true })
  }
}

function refuseWhatIsThere({ root, data }: Folder, replace: boolean) {
  if (!existsSync(data)) return
  if (!replace) throw new StartError(`${root} already contains data; use --replace to replace it`)
  const pid = readPostmaster(data)?.pid
  if (pid !== undefined && isServerOf(data, pid))
    throw new StartError(`The data folder ${root} is in use: stop the server first`)
}

/**
 * Starts a server on the restored data, prepares them and stops it. PostgreSQL reads from `backup_label` where to begin
 * in its log, and accepts connections only after replaying the log to the end of the backup.
 */
async function bringUp(directory: string, prepare: (url: string) => Promise<void>) {
  const server = await startEmbedded({ directory }).catch(error => {
    const why =
      error instanceof Error ? error.message.replace(` (${join(directory, 'postgres.log')})`, '') : error
    throw error instanceof StartError ? new StartError(`The restored database does not start: ${why}`) : error
  })
  try {
    await prepare(server.url)
  } finally {
    await server.stop()
  }
}

/**
 * Puts the restored data in the place of the old ones. If the process is killed between the two renames, the next start
 * finds the old data under their other name and moves them back.
 */
function replaceData(folder: Folder, data: string) {
  const former = replacedPathOf(folder)
  if (existsSync(folder.data)) renameSync(folder.data, former)
  renameSync(data, folder.data)
  rmSync(former, { recursive: true, force: true })
}
