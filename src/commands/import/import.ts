import { open, stat } from 'node:fs/promises'
import type { ImportAnswer } from '../../platform/imports/import.ts'
import { Problem, StartError } from '../../platform/problem.ts'
import type { Remote } from '../http.ts'
import { importPromotions } from './promotions.ts'
import { type ImportTask, printCounts, printErrors, showProgress } from './task.ts'
import { bodyOf, formOf, isCsv, upload } from './upload.ts'

type Answer = {
  summary: Record<'createdCount' | 'updatedCount' | 'reactivatedCount' | 'errorCount', number>
  details: { errors: { email: string | null; error: string }[] }
}

/** Customers, whose import always updates. A file that is an array is sent as the member that the route takes. */
export async function importClients({ kind, file, remote, dryRun, progress, seconds }: ImportTask) {
  const array = isCsv(file) ? undefined : await startOfArray(file)
  const body = bodyOf(file, array === undefined ? {} : { from: array, before: '{"clients":', after: '}' })
  const path = `/api/privee/clients/import${dryRun ? '?dryRun=true' : ''}`
  const { summary, details } = await upload<Answer>(remote, path, body, progress.sent, 201)
  progress.end()
  const { createdCount: created, updatedCount: updated, reactivatedCount: reactivated } = summary
  const failed = summary.errorCount
  printCounts({ kind, dryRun, counts: { created, updated, reactivated, failed }, seconds: seconds() })
  printErrors(
    details.errors.map(({ email, error }) => `${email ?? 'a customer without an address'}: ${error}`),
    failed,
  )
}

/** The offset of the array in a file, after blanks and a byte order mark; undefined when the file is no array. */
async function startOfArray(file: string) {
  const handle = await open(file)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(1_024), 0, 1_024, 0)
    const head = /^(\xef\xbb\xbf)?\s*\[/.exec(buffer.toString('latin1', 0, bytesRead))
    return head ? head[0].length - 1 : undefined
  } finally {
    await handle.close()
  }
}

/** Files whose lines the server imports and reports one by one. */
export const paths: Record<string, { path: string; updates: boolean }> = {
  produits: { path: '/api/publique/produits/import', updates: true },
  fournisseurs: { path: '/api/publique/fournisseurs/import', updates: true },
  entrepots: { path: '/api/publique/entrepots/import', updates: true },
  magasins: { path: '/api/publique/magasins/import', updates: true },
  relations: { path: '/api/publique/produits/fournisseurs/import', updates: true },
  // A count replaces the previous one.
  stocks: { path: '/api/v1/privee/stocks/import', updates: false },
}

/** A line that an earlier import of the same file has brought in. */
const isThere = ({ error }: ImportAnswer['errors'][number]) => / already$/.test(error)

async function importLines(
  { path, updates }: { path: string; updates: boolean },
  { kind, file, remote, update, dryRun, progress, seconds }: ImportTask,
) {
  const query = new URLSearchParams({
    ...(updates && update ? { mode: 'upsert' } : {}),
    ...(dryRun ? { dryRun: 'true' } : {}),
  })
  const asked = query.size > 0 ? `${path}?${query}` : path
  const answer = await upload<ImportAnswer>(remote, asked, formOf(file), progress.sent, 200)
  progress.end()
  const { created, updated, unchanged, failed, errors } = answer
  const counts = { created, ...(updated === undefined ? {} : { updated, unchanged: unchanged ?? 0 }), failed }
  printCounts({ kind, dryRun, counts, seconds: seconds() })
  const others = errors.filter(error => !isThere(error))
  printErrors(
    others.map(({ line, error }) => `line ${line}: ${error}`),
    failed,
  )
  const there = errors.length - others.length
  if (there > 0)
    console.log(
      `  ${there} ${there === 1 ? 'line' : 'lines'}: there already${there === failed ? '; nothing is missing' : ''}`,
    )
  if (failed > errors.length) console.log(`  ${failed - errors.length} lines that the server does not name`)
}

type Options = Remote & { update?: boolean; dryRun?: boolean }

const kinds: Record<string, (task: ImportTask) => Promise<void>> = {
  ...Object.fromEntries(
    Object.entries(paths).map(([kind, into]) => [kind, (task: ImportTask) => importLines(into, task)]),
  ),
  clients: importClients,
  promotions: importPromotions,
}

const kindNames = Object.keys(kinds)

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
