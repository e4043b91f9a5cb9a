import multipart from '@fastify/multipart'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type from 'typebox'
import type { Platform } from '../platform/area.ts'
import { ProblemBody } from '../platform/http/problem.ts'
import { withUploadedFile } from '../platform/uploads/uploaded-file.ts'
import { importStocks } from './import-stocks.ts'
import { ImportResult } from './schemas.ts'

export const importRoute =
  (platform: Platform<'reference'>): FastifyPluginAsyncTypebox =>
  async app => {
    await app.register(multipart, { limits: { fileSize: Number.POSITIVE_INFINITY } })

    app.post(
      '/api/v1/privee/stocks/import',
      {
        config: { access: 'internal' },
        // The body is for the documents: it is read as a stream.
        validatorCompiler: () => () => true,
        schema: {
          operationId: 'importStocks',
          summary:
            'Set what is physically in the stores, from a JSON array of {productId, storeId, quantity}',
          consumes: ['multipart/form-data'],
          body: Type.Object({ file: Type.Unsafe<unknown>({ type: 'string', format: 'binary' }) }),
          response: { 200: ImportResult, 400: ProblemBody, 415: ProblemBody, 503: ProblemBody },
        },
      },
      request => withUploadedFile(request, path => importStocks(platform, path)),
    )
  }
