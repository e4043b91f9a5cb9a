import { stat } from 'node:fs/promises'
import type { Shapes } from '../../../clients/typescript/src/index.ts'
import { Problem, StartError } from '../../platform/problem.ts'
import type { Remote } from '../http.ts'
import { showProgress } from '../progress.ts'
import { importPromotions } from './promotions.ts'
import { describeLines, type ImportTask, printOutcome } from './task.ts'
import { createForm, isCsv, openContent, upload } from './upload.ts'

/** Imports customers, which always updates existing ones. A JSON array is wrapped in the object that the route expects. */
async function importClients(task: ImportTask) {
  const { file, remote, dryRun, progress } = task
  const content = await openContent(file)
  const start = isCsv(file) ? -1 : await startOfArray(content)
  const body =
    start < 0 ? content : new Blob(['{"clients":', content.slice(start), '}'], { type: content.type })
  const path = `/api/privee/clients/import${dryRun ? '?dryRun=true' : ''}`
  const answer = await upload<Shapes['ResultatImportClients']>(remote, path, body, progress.done)
  const { createdCount, updatedCount, reactivatedCount, errorCount } = answer.summary
  printOutcome(
    task,
    { created: createdCount, updated: updatedCount, reactivated: reactivatedCount, failed: errorCount },
    {
      errors: answer.details.errors.map(
        ({ email, error }) => `${email ?? 'a customer without an e-mail address'}: ${error}`,
      ),
      unknownFields: answer.unknownFields,
    },
  )
}

/** Returns the offset of the array with which a file begins, after whitespace and a byte order mark; -1 without one. */
async function startOfArray(content: Blob) {
  const beginning = Buffer.from(await content.slice(0, 1_024).arrayBuffer()).toString('latin1')
  return /^(\xef\xbb\xbf)?\s*\[/.test(beginning) ? beginning.indexOf('[') : -1
}

/** Whether the line failed only because its record already exists, for example after an interrupted import. */
const isDuplicate = ({ error }: { error: string }) => / already( exists| related)?$/.test(error)

/**
 * Returns a function that imports a file through a route that counts the lines and reports the error of each failed
 * one.
 */
const linesInto = (path: string, isUpdatable: boolean) => async (task: ImportTask) => {
  const { file, remote, update, dryRun, progress } = task
  const query = new URLSearchParams({
    ...(isUpdatable && update && { mode: 'upsert' }),
    ...(dryRun && { dryRun: 'true' }),
  })
  const form = await createForm(file)
  const answer = await upload<Shapes['ResultatImport']>(remote, `${path}?${query}`, form, progress.done)
  const { created, updated, unchanged = 0, failed, warned, errors, warnings, unknownFields } = answer
  const [duplicates, others] = [errors.filter(isDuplicate), errors.filter(error => !isDuplicate(error))]
  printOutcome(
    task,
    { created, ...(updated !== undefined && { updated, unchanged }), failed },
    {
      errors: others.map(({ line, error }) => `line ${line}: ${error}`),
      warnings: warnings.map(({ line, warning }) => `line ${line}: warning: ${warning}`),
      unknownFields,
    },
  )
  const there = duplicates.length
  if (there > 0)
    console.log(
      `  ${there} ${there === 1 ? 'line' : 'lines'} skipped, because the record already exists${there === failed ? '; nothing is missing' : ''}: ${there === 1 ? 'line' : 'lines'} ${describeLines(duplicates.map(({ line }) => line))}`,
    )
  if (failed > errors.length) console.log(`  ${failed - errors.length} more failed lines`)
  if (warned > warnings.length) console.log(`  ${warned - warnings.length} more warnings`)
}

const kinds: Record<string, (task: ImportTask) => Promise<void>> = {
  produits: linesInto('/api/publique/produits/import', true),
  fournisseurs: linesInto('/api/publique/fournisseurs/import', true),
  entrepots: linesInto('/api/publique/entrepots/import', true),
  magasins: linesInto('/api/publique/magasins/import', true),
  relations: linesInto('/api/publique/produits/fournisseurs/import', true),
  // An imported quantity always replaces the stored one, so `--update` has no effect.
  stocks: linesInto('/api/v1/privee/stocks/import', false),
  clients: importClients,
  promotions: importPromotions,
}

type Options = Remote & { update?: boolean; dryRun?: boolean }

/**
 * Imports a file into a running server, with a progress bar on a terminal, and prints the result. The exit code is 1 if
 * lines failed.
 */
export async function importFile(
  kind: string,
  file: string,
  { update = false, dryRun = false, ...remote }: Options,
) {
  const run = kinds[kind]
  if (!run) throw new StartError(`Unknown resource ${kind}; one of ${Object.keys(kinds).join(', ')}`)
  const { size } = await stat(file).catch(error => {
    throw new StartError(`Cannot read ${file}: ${error.message}`)
  })
  const progress = showProgress(kind, ', uploaded; the server is importing it')
  progress.total(size)
  await run({ kind, file, remote, update, dryRun, size, progress, start: performance.now() })
    .catch(error => {
      // This process parses the promotions itself, so an invalid file throws a Problem.
      throw error instanceof Problem ? new StartError(error.message) : error
    })
    .finally(progress.end)
}
