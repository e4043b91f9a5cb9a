import { Readable } from 'node:stream'
import multipart from '@fastify/multipart'
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import Type, { type TSchema } from 'typebox'
import type { Access } from '../http/access.ts'
import type { Right } from '../http/rights.ts'
import { JSON_TYPE } from '../http/whole-list.ts'
import { CSV, leaveBodiesUnread, withBodyInFile } from '../uploads/large-body.ts'
import type { LaidDown } from '../uploads/temporary-file.ts'
import { withUploadedFile } from '../uploads/uploaded-file.ts'
import { GONE, type ImportOptions } from './import.ts'

/** How a file comes: as the part `file` of a form, of any size, or as the JSON body. */
type Sent = 'form' | { body: TSchema }

export type ImportRoute = {
  path: string
  access: Access
  rights: readonly Right[]
  operationId: string
  summary: string
  sent: Sent
  status: 200 | 201
  /** Whether `mode=upsert` changes what is there; absent: it makes no difference. */
  updates?: true
  response: Record<number, TSchema>
  /** Takes the file in: the answer, or the stream of its JSON. */
  run(file: LaidDown, options: ImportOptions & { upsert: boolean }): Promise<unknown>
}

/** A file that is a body itself, JSON or CSV; one in a form has no limit. */
const LARGEST_BODY = 50 * 1024 * 1024

const Query = Type.Object({
  dryRun: Type.Boolean({ default: false, description: 'Answer the same and keep nothing' }),
})
const QueryOfUpdates = Type.Object({
  mode: Type.Enum(['create', 'upsert'], {
    default: 'create',
    description: '`upsert`: a line changes what is there already, the fields that it names',
  }),
  ...Query.properties,
})
type Query = { dryRun: boolean; mode?: 'create' | 'upsert' }

const CsvText = Type.String({ description: 'CSV with a line of column names; `,` or `;` between columns' })

const FormWithFile = Type.Object({ file: Type.String({ format: 'binary' }) })

/** A route of a scope of its own: the body is read as a stream, when the route is called. */
export const importRoute =
  ({
    path,
    access,
    rights,
    operationId,
    summary,
    sent,
    status,
    updates,
    response,
    run,
  }: ImportRoute): FastifyPluginAsync =>
  async app => {
    if (sent === 'form') await app.register(multipart, { limits: { fileSize: Number.POSITIVE_INFINITY } })
    leaveBodiesUnread(app, sent === 'form' ? [CSV] : ['application/json', CSV])
    const withFile = <T>(request: FastifyRequest, work: (file: LaidDown) => Promise<T>) =>
      sent === 'form' ? withUploadedFile(request, work) : withBodyInFile(request, work)

    app.post(
      path,
      {
        config: { access, rights },
        bodyLimit: LARGEST_BODY,
        // The body is for the documents.
        validatorCompiler: part =>
          part.httpPart === 'body' ? () => true : (app.validatorCompiler?.(part) ?? (() => true)),
        schema: {
          operationId,
          summary,
          querystring: updates ? QueryOfUpdates : Query,
          body: {
            content: {
              ...(sent === 'form'
                ? { 'multipart/form-data': { schema: FormWithFile } }
                : { 'application/json': { schema: sent.body } }),
              [CSV]: { schema: CsvText },
            },
          },
          response,
        },
      },
      async (request, reply) => {
        const signal = untilGone(reply)
        const { dryRun, mode } = request.query as Query
        const answer = await withFile(request, file =>
          run(file, { signal, dryRun, upsert: mode === 'upsert' }),
        )
        if (answer instanceof Readable) reply.type(JSON_TYPE)
        return reply.code(status).send(answer)
      },
    )
  }

/** Aborted when the caller goes away without waiting for the answer. */
function untilGone({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController()
  raw.once('close', () => {
    if (!raw.writableEnded) gone.abort(GONE)
  })
  return gone.signal
}
