import Type from 'typebox'
import { createCellReader } from '../../platform/imports/cells.ts'
import { createUnknownNames, numberElements } from '../../platform/imports/unknown-names.ts'
import { StartError } from '../../platform/problem.ts'
import { readRecords } from '../../platform/uploads/csv-records.ts'
import { readElements } from '../../platform/uploads/json-elements.ts'
import { NewPromotion } from '../../promotions/schemas.ts'
import { createClient } from '../http.ts'
import { type ImportTask, printOutcome } from './task.ts'
import { isCsv } from './upload.ts'

const BATCH = 500
const PATH = '/api/publique/data'

const Line = Type.Object({ id: Type.Integer(), ...NewPromotion.properties })

function read(file: string) {
  const unknown = createUnknownNames(Line)
  const batches = isCsv(file)
    ? readRecords(file, BATCH, createCellReader(Line, unknown.add))
    : numberElements(readElements(file, BATCH), unknown.addFieldsOf)
  return { batches, unknown }
}

/** Whether an error does not depend on the line, so that it ends the import. */
const isRefusalOfAll = (status: number) => [401, 403, 429].includes(status) || status >= 500

/**
 * Promotions have no import route: each line is a separate call. With `update`, a line with an `id` updates that promotion.
 */
export async function importPromotions(task: ImportTask) {
  const { file, remote, update, dryRun, size, progress } = task
  if (dryRun)
    throw new StartError(
      'promotions cannot be imported with --dry-run, because each is created by a separate call',
    )
  const server = createClient(remote)
  // Parses the whole file first, so that a syntax error at its end leaves the shop unchanged.
  let total = 0
  const { batches, unknown } = read(file)
  for await (const { elements } of batches) total += elements.length
  const counts = { created: 0, updated: 0, failed: 0 }
  const errors: string[] = []
  for await (const { elements, lines } of read(file).batches)
    for (const [i, line] of elements.entries()) {
      const number = lines[i]
      progress.done(size / total)
      const { id } = (line ?? {}) as { id?: unknown }
      const changes = update && id !== undefined && id !== null
      const [method, path] = changes ? ['PUT', `${PATH}/${encodeURIComponent(String(id))}`] : ['POST', PATH]
      const { status, body } = await server.call<{ message?: string }>(method, path, { body: line })
      if (isRefusalOfAll(status))
        throw new StartError(
          `Line ${number} was rejected (${status}): ${body?.message}; ${counts.created + counts.updated} lines before it were imported`,
        )
      if (status >= 400) {
        counts.failed++
        errors.push(`line ${number}: ${body?.message}`)
      } else counts[changes ? 'updated' : 'created']++
    }
  printOutcome(task, counts, { errors, unknownFields: unknown.list() })
}
