import { stat } from 'node:fs/promises'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { Platform } from '../../platform/area.ts'
import { problems } from '../../platform/http/problem.ts'
import { importFile } from '../../platform/imports/import-file.ts'
import { importRoute } from '../../platform/imports/import-route.ts'
import { ImportAnswer } from '../../platform/imports/line-report.ts'
import { importInThread } from './import-in-thread.ts'
import { refreshStatistics } from './import-records.ts'
import { importOf, imports } from './imports.ts'

/** From this size on, 8,000 products, a file has a thread of its own: to begin takes that half a second of work. */
const LARGE = 5_000_000

export const importRoutes =
  (platform: Platform<never>): FastifyPluginAsyncTypebox =>
  async app => {
    for (const imported of imports) {
      const { path, operationId, name, resource } = imported
      const what = importOf(platform, imported)
      await app.register(
        importRoute({
          path,
          access: 'staff',
          rights: ['catalogue'],
          operationId,
          summary: 'Import a JSON array of creation bodies: a file whole or not at all, each line for itself',
          sent: 'form',
          status: 200,
          response: { 200: ImportAnswer, ...problems(400, 415) },
          run: async (file, signal) => {
            const { size } = await stat(file)
            const answer = await (size < LARGE
              ? importFile(platform, file, what, signal)
              : importInThread(platform, name, file, signal))
            if (resource) void refreshStatistics(platform, resource, answer.created)
            return answer
          },
        }),
      )
    }
  }
