import { stat } from 'node:fs/promises'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { Platform } from '../../platform/area.ts'
import { problems } from '../../platform/http/problem.ts'
import { importRoute } from '../../platform/imports/import-route.ts'
import { ImportAnswer } from '../../platform/imports/line-report.ts'
import { importInThread } from './import-in-thread.ts'
import { refreshStatistics } from './import-records.ts'
import { imports, takeFile } from './imports.ts'

/** From this size on, 8,000 products, a file has a thread of its own: to begin takes that half a second of work. */
const LARGE = 5_000_000

export const importRoutes =
  (platform: Platform<never>): FastifyPluginAsyncTypebox =>
  async app => {
    for (const imported of imports) {
      const { path, operationId, name, resource } = imported
      await app.register(
        importRoute({
          path,
          access: 'staff',
          rights: ['catalogue'],
          operationId,
          summary:
            'Import creation bodies, as a JSON array or CSV: a file whole or not at all, each line for itself',
          sent: 'form',
          status: 200,
          updates: true,
          response: { 200: ImportAnswer, ...problems(400, 415) },
          run: async (file, options) => {
            const { size } = await stat(file.path)
            const answer = await (size < LARGE
              ? takeFile(platform, imported, file, options)
              : importInThread(platform, name, file, options))
            const written = answer.created + (answer.updated ?? 0)
            if (resource && !options.dryRun) void refreshStatistics(platform, resource, written)
            return answer
          },
        }),
      )
    }
  }
