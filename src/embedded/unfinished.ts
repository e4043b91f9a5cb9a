import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type Folder, foldersOf } from './folder.ts'
import { isAlive } from './processes.ts'
import { stopServer } from './stop.ts'

/** Where a cluster is made, before it takes its place. */
export const newData = ({ root }: Folder) => join(root, `postgres.new-${process.pid}`)
/** Where a backup is laid down and brought up before: a data folder of its own, within. */
export const restoring = ({ root }: Folder) => join(root, `restoring-${process.pid}`)
/** What a restored backup takes the place of, for the moment between. */
export const replacedData = ({ root }: Folder) => join(root, 'postgres.replaced')

const UNFINISHED = /^(postgres\.new|restoring)-(\d+)$/

/** Takes away what starts and restores that were killed have left; a server that runs there is stopped. */
export async function removeUnfinished(folder: Folder): Promise<void> {
  for (const name of readdirSync(folder.root)) {
    const [, kind, digits] = UNFINISHED.exec(name) ?? []
    const pid = Number(digits)
    if (!pid || (pid !== process.pid && isAlive(pid))) continue
    const path = join(folder.root, name)
    if (kind === 'restoring') await stopServer(foldersOf(path))
    rmSync(path, { recursive: true, force: true })
  }
  // Killed between the two renames, a restore leaves nothing in the place of the data: what was there comes back.
  const former = replacedData(folder)
  if (existsSync(former) && !existsSync(folder.data)) renameSync(former, folder.data)
  rmSync(former, { recursive: true, force: true })
}
