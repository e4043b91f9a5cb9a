import multipart from '@fastify/multipart'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply } from 'fastify'
import Type, { type TSchema } from 'typebox'
import type { Platform } from '../platform/area.ts'
import { Problem, ProblemBody } from '../platform/http/problem.ts'
import { withUploadedFile } from '../platform/uploads/uploaded-file.ts'
import { type Check, checkOf } from './checks.ts'
import { creationSchema } from './fields.ts'
import { type Intake, importFile } from './import-file.ts'
import { recordIntake, refreshStatistics } from './import-records.ts'
import { relationInFile, relationIntake } from './relations.ts'
import { resources } from './resources.ts'
import { ImportAnswer } from './schemas.ts'

/** The multipart parser watches every request of its scope, so these routes have a scope of their own. */
export const importRoutes =
  (platform: Platform<never>): FastifyPluginAsyncTypebox =>
  async app => {
    await app.register(multipart, { limits: { fileSize: Number.POSITIVE_INFINITY } })

    const add = (
      path: string,
      operationId: string,
      line: TSchema,
      open: (check: Check) => Intake,
      filled?: (created: number) => Promise<unknown>,
    ) => {
      const check = checkOf(line, 'line')
      app.post(
        path,
        {
          config: { access: 'staff' },
          // The file is read as it comes in, after validation.
          validatorCompiler: () => () => true,
          schema: {
            operationId,
            summary:
              'Import a JSON array of creation bodies: a file whole or not at all, each line for itself',
            consumes: ['multipart/form-data'],
            body: Type.Object({ file: Type.String({ format: 'binary' }) }),
            response: { 200: ImportAnswer, 400: ProblemBody, 415: ProblemBody },
          },
        },
        (request, reply) =>
          withUploadedFile(request, async file => {
            const result = await importFile(platform, file, () => open(check), untilGone(reply))
            void filled?.(result.created)
            return result
          }),
      )
    }

    for (const resource of resources)
      add(
        `/api/publique/${resource.name}/import`,
        `import${resource.many}`,
        creationSchema(resource.fields),
        check => recordIntake(platform, resource, check),
        created => refreshStatistics(platform, resource, created),
      )
    add(
      '/api/publique/produits/fournisseurs/import',
      'importProductSuppliers',
      creationSchema(relationInFile),
      check => relationIntake(platform, check),
    )
  }

/** Aborted when the caller goes away without waiting for the answer. */
function untilGone({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController()
  raw.once('close', () => {
    if (!raw.writableEnded) gone.abort(new Problem(499, 'The caller has gone'))
  })
  return gone.signal
}
