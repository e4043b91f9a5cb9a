import { stat } from 'node:fs/promises'
import { Problem } from '../../platform/problem.ts'
import { StartError } from '../../platform/start-error.ts'
import type { Remote } from '../http.ts'
import { importClients } from './clients.ts'
import { importLines, paths } from './lines.ts'
import { showProgress } from './progress.ts'
import { importPromotions } from './promotions.ts'
import type { ImportTask } from './task.ts'

type Options = Remote & { update?: boolean; dryRun?: boolean }

const kinds: Record<string, (task: ImportTask) => Promise<void>> = {
  ...Object.fromEntries(
    Object.entries(paths).map(([kind, into]) => [kind, (task: ImportTask) => importLines(into, task)]),
  ),
  clients: importClients,
  promotions: importPromotions,
}

export const kindNames = Object.keys(kinds)

/**
 * Streams a file into a running server, on a terminal with a bar, then the time that the server has been at it; tells what
 * came of it. Exit code 1 when lines failed.
 */
export async function importFile(
  kind: string,
  file: string,
  { update = false, dryRun = false, ...remote }: Options,
) {
  const run = kinds[kind]
  if (!run) throw new StartError(`No resource ${kind}: there are ${kindNames.join(', ')}`)
  const { size } = await stat(file).catch(error => {
    throw new StartError(`Cannot read ${file}: ${error.message}`)
  })
  const start = performance.now()
  const progress = showProgress(kind, size, `${(size / 1e6).toFixed(1)} MB`)
  const seconds = () => (performance.now() - start) / 1000
  await run({ kind, file, remote, update, dryRun, size, progress, seconds })
    .catch(error => {
      // A file that is read here is refused in the words of an import.
      throw error instanceof Problem ? new StartError(error.message) : error
    })
    .finally(progress.end)
}
