import { chownSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { asStartError } from '../../platform/data-folder.ts'
import { StartError } from '../../platform/problem.ts'
import { type Account, chooseAccount, findBinaries } from '../account.ts'
import { removeUnfinished, replacedData, restoring } from '../cluster.ts'
import { startEmbedded } from '../embedded.ts'
import { type Folder, foldersOf } from '../folder.ts'
import { isServerOf, readPostmaster } from '../processes.ts'
import { readArchive, type TarEntry } from './archive.ts'
import { type Progress, ROOT } from './create-backup.ts'
import { DESCRIPTION, type Description, readDescription, thisSystem } from './description.ts'

type Target = { data: string; account: Account; progress: Progress; signal: AbortSignal }

/** Writes the data files of a backup into a new folder, as the server's account has them. */
export async function extract(path: string, target: Target) {
  makeFolder(target.data, target.account)
  await readArchive(path, target.signal, entry => write(entry, target))
}

async function write({ name, size, body }: TarEntry, { data, account, progress }: Target) {
  if (!name.startsWith(ROOT)) return
  const path = join(data, name.slice(ROOT.length))
  // No name leads out of the folder, whoever wrote it.
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
  /** Whether data that are there may be replaced. */
  replace: boolean
  /** Looks at the restored database before it takes its place; throws a StartError to refuse it. */
  check(url: string): Promise<void>
  progress: Progress
  signal: AbortSignal
}

/** Reads a backup to its end and changes nothing. Throws a StartError if it is damaged or of another PostgreSQL. */
export async function verifyBackup(path: string, signal: AbortSignal) {
  let described: string | undefined
  let bytes = 0
  await readArchive(path, signal, async ({ name, size, body }) => {
    if (name === DESCRIPTION) described = await text(body)
    else bytes += size
  })
  const description = readDescription(described, path)
  checkReadable(description, path)
  return { description, bytes }
}

function checkReadable({ postgres, system }: Description, path: string) {
  const { major } = findBinaries()
  if (postgres !== major)
    throw new StartError(`${path} is of PostgreSQL ${postgres}, and this is PostgreSQL ${major}`)
  if (system !== thisSystem())
    throw new StartError(`${path} was made on ${system}, and this is ${thisSystem()}`)
}

/**
 * Replaces the data folder's PostgreSQL by a verified backup. The data are written beside it, started, checked and then
 * renamed: if anything fails before, the folder is unchanged.
 */
export async function restoreBackup({ path, directory, replace, check, progress, signal }: Options) {
  const folder = foldersOf(directory)
  await removeUnfinished(folder)
  refuseWhatIsThere(folder, replace)
  const account = chooseAccount(folder, findBinaries())
  const beside = restoring(folder)
  try {
    const data = foldersOf(beside).data
    own(beside, account)
    await extract(path, { data, account, progress, signal })
    await bringUp(beside, check)
    refuseWhatIsThere(folder, replace)
    signal.throwIfAborted()
    takePlace(folder, data)
  } finally {
    rmSync(beside, { recursive: true, force: true })
  }
}

function refuseWhatIsThere({ root, data }: Folder, replace: boolean) {
  if (!existsSync(data)) return
  if (!replace) throw new StartError(`There are data in ${root}: --replace replaces them`)
  const pid = readPostmaster(data)?.pid
  if (pid !== undefined && isServerOf(data, pid))
    throw new StartError(`The data folder ${root} is in use: stop the server first`)
}

/** PostgreSQL finds the start of its log in `backup_label`, and accepts connections only once it has replayed it to the backup's end. */
async function bringUp(directory: string, check: (url: string) => Promise<void>) {
  const server = await startEmbedded({ directory }).catch(error => {
    const why =
      error instanceof Error ? error.message.replace(` (${join(directory, 'postgres.log')})`, '') : error
    throw error instanceof StartError ? new StartError(`The backup does not come up: ${why}`) : error
  })
  try {
    await check(server.url)
  } finally {
    await server.stop()
  }
}

/** A process that is killed between the two leaves what was there under the name by which the next start finds it. */
function takePlace(folder: Folder, data: string) {
  const former = replacedData(folder)
  if (existsSync(folder.data)) renameSync(folder.data, former)
  renameSync(data, folder.data)
  rmSync(former, { recursive: true, force: true })
}
