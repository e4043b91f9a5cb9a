import { stat } from 'node:fs/promises'
import multipart from '@fastify/multipart'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply } from 'fastify'
import Type from 'typebox'
import type { Platform } from '../platform/area.ts'
import { ProblemBody } from '../platform/http/problem.ts'
import { withUploadedFile } from '../platform/uploads/uploaded-file.ts'
import { importFile } from './import-file.ts'
import { GONE, importInThread } from './import-in-thread.ts'
import { refreshStatistics } from './import-records.ts'
import { imports, intakesOf } from './imports.ts'
import { ImportAnswer } from './schemas.ts'

/** From this size on, 8,000 products, a file has a thread of its own: to begin takes that half a second of work. */
const LARGE = 5_000_000

/** The multipart parser watches every request of its scope, so these routes have a scope of their own. */
export const importRoutes =
  (platform: Platform<never>): FastifyPluginAsyncTypebox =>
  async app => {
    await app.register(multipart, { limits: { fileSize: Number.POSITIVE_INFINITY } })

    for (const what of imports) {
      const { resource } = what
      const intakes = intakesOf(platform, what)
      app.post(
        what.path,
        {
          config: { access: 'staff' },
          // The file is read as it comes in, after validation.
          validatorCompiler: () => () => true,
          schema: {
            operationId: what.operationId,
            summary:
              'Import a JSON array of creation bodies: a file whole or not at all, each line for itself',
            consumes: ['multipart/form-data'],
            body: Type.Object({ file: Type.String({ format: 'binary' }) }),
            response: { 200: ImportAnswer, 400: ProblemBody, 415: ProblemBody },
          },
        },
        (request, reply) =>
          withUploadedFile(request, async file => {
            const signal = untilGone(reply)
            const { size } = await stat(file)
            const result = await (size < LARGE
              ? importFile(platform, file, intakes, signal)
              : importInThread(platform, what.name, file, signal))
            if (resource) void refreshStatistics(platform, resource, result.created)
            return result
          }),
      )
    }
  }

/** Aborted when the caller goes away without waiting for the answer. */
function untilGone({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController()
  raw.once('close', () => {
    if (!raw.writableEnded) gone.abort(GONE)
  })
  return gone.signal
}
