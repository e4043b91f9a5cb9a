import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { Platform } from '../../platform/area.ts'
import { ProblemBody } from '../../platform/http/problem.ts'
import { JSON_TYPE } from '../../platform/http/whole-list.ts'
import { leaveBodiesUnread, withBodyInFile } from '../../platform/uploads/large-body.ts'
import { ClientImport, ImportAnswer, ValidationProblem } from '../schemas.ts'
import { importClients } from './import-clients.ts'

const LARGEST_BODY = 50 * 1024 * 1024

/** The body is not read before the route is called, so this route has a scope of its own. */
export const importRoutes =
  (platform: Platform<never>): FastifyPluginAsyncTypebox =>
  async app => {
    leaveBodiesUnread(app)
    app.post(
      '/api/privee/clients/import',
      {
        config: { access: 'internal' },
        bodyLimit: LARGEST_BODY,
        validatorCompiler: () => () => true,
        // Written as it is gathered.
        serializerCompiler: () => answer => answer as string,
        schema: {
          operationId: 'importClients',
          summary: 'Create, update and reactivate loyalty customers by e-mail, each for itself; up to 50 MiB',
          body: ClientImport,
          response: { 201: ImportAnswer, 400: ValidationProblem, 413: ProblemBody, 415: ProblemBody },
        },
      },
      async (request, reply) => {
        const report = await withBodyInFile(request, file => importClients(platform, file))
        return reply
          .code(201)
          .type(JSON_TYPE)
          .send(report.stream() as never)
      },
    )
  }
