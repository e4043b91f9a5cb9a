import { stat } from 'node:fs/promises'
import type { Platform } from '../../platform/area.ts'
import { ImportAnswer } from '../../platform/imports/import.ts'
import type { ImportFile } from '../../platform/imports/import-route.ts'
import { createImportRuns } from '../../platform/imports/runs/run-import.ts'
import { problems } from '../../platform/problem.ts'
import { importInThread } from './import-in-thread.ts'
import { refreshStatistics } from './import-records.ts'
import { type ImportKind, importReferenceFile, imports } from './imports.ts'

/**
 * The size in bytes from which a separate thread imports a file: about 8,000 products. Starting the thread takes half a
 * second of CPU time.
 */
const LARGE = 5_000_000

const importerOf =
  (platform: Platform<never>, imported: ImportKind): ImportFile =>
  async (file, options) => {
    const { name, resource } = imported
    const { size } = await stat(file.path)
    const answer = await (size < LARGE
      ? importReferenceFile(platform, imported, file, options)
      : importInThread(platform, name, file, options))
    const written = answer.created + (answer.updated ?? 0)
    if (resource && !options.dryRun) void refreshStatistics(platform, resource, written)
    return answer
  }

const description =
  'Imports creation bodies from a JSON array or CSV. An unreadable file is rejected entirely; lines with errors are reported and do not prevent the others.'

export const createReferenceImports = (platform: Platform<never>) =>
  createImportRuns(
    platform,
    imports.map(imported => ({
      nature: imported.name,
      path: imported.path,
      access: 'staff',
      operationId: imported.operationId,
      summary: 'Import records from a file',
      description,
      updates: true,
      response: { 200: ImportAnswer, ...problems(400, 415) },
      run: importerOf(platform, imported),
    })),
    { area: 'reference', path: '/api/v1/privee/imports', rights: ['catalogue'], name: 'Imports' },
  )
