import { stat } from 'node:fs/promises'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { Platform } from '../../platform/area.ts'
import { addRoutes } from '../../platform/http/add-routes.ts'
import { ImportAnswer } from '../../platform/imports/import.ts'
import { importRoute } from '../../platform/imports/import-route.ts'
import { createImportRuns, type ImportFile, type ImportRuns } from '../../platform/imports/runs/run-import.ts'
import { problems } from '../../platform/problem.ts'
import { importInThread } from './import-in-thread.ts'
import { refreshStatistics } from './import-records.ts'
import { type Imported, importReferenceFile, imports } from './imports.ts'

/** From this size on (8,000 products) a separate thread imports the file; its start takes half a second of CPU time. */
const LARGE = 5_000_000

const importerOf =
  (platform: Platform<never>, imported: Imported): ImportFile =>
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

export const referenceImports = (platform: Platform<never>): ImportRuns =>
  createImportRuns(platform, {
    area: 'reference',
    path: '/api/v1/privee/imports',
    rights: ['catalogue'],
    name: 'Imports',
    importerOf: nature => {
      const imported = imports.find(({ name }) => name === nature)
      return imported && importerOf(platform, imported)
    },
  })

export const importRoutes =
  (platform: Platform<never>, runs: ImportRuns): FastifyPluginAsyncTypebox =>
  async app => {
    for (const imported of imports)
      await app.register(
        importRoute({
          path: imported.path,
          access: 'staff',
          rights: ['catalogue'],
          operationId: imported.operationId,
          summary: 'Import records from a file',
          description:
            'Imports creation bodies from a JSON array or CSV. An unreadable file is rejected entirely; lines with errors are reported and do not prevent the others.',
          sent: 'form',
          status: 200,
          updates: true,
          response: { 200: ImportAnswer, ...problems(400, 415) },
          receive: (file, options) => runs.receive(imported.name, file, options),
          run: importerOf(platform, imported),
        }),
      )
    await addRoutes(app, {}, runs.routes)
  }
