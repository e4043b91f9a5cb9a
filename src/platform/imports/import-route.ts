import { Readable } from 'node:stream'
import multipart from '@fastify/multipart'
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import Type, { type TSchema } from 'typebox'
import type { Access } from '../http/access.ts'
import type { Right } from '../http/rights.ts'
import { JSON_TYPE } from '../http/whole-list.ts'
import { leaveBodiesUnread, withBodyInFile } from '../uploads/large-body.ts'
import { withUploadedFile } from '../uploads/uploaded-file.ts'
import { GONE } from './import.ts'

/** How a file comes: as the part `file` of a form, of any size, or as the JSON body, up to so many bytes. */
type Sent = 'form' | { body: TSchema; largest: number }

export type ImportRoute = {
  path: string
  access: Access
  rights: readonly Right[]
  operationId: string
  summary: string
  sent: Sent
  status: 200 | 201
  response: Record<number, TSchema>
  /** Takes the file in: the answer, or the stream of its JSON. The signal is aborted when the caller has gone. */
  run(file: string, signal: AbortSignal): Promise<unknown>
}

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
    response,
    run,
  }: ImportRoute): FastifyPluginAsync =>
  async app => {
    if (sent === 'form') await app.register(multipart, { limits: { fileSize: Number.POSITIVE_INFINITY } })
    else leaveBodiesUnread(app)
    const withFile = <T>(request: FastifyRequest, work: (file: string) => Promise<T>) =>
      sent === 'form' ? withUploadedFile(request, work) : withBodyInFile(request, work)

    app.post(
      path,
      {
        config: { access, rights },
        ...(sent === 'form' ? {} : { bodyLimit: sent.largest }),
        // The body is for the documents.
        validatorCompiler: () => () => true,
        schema: {
          operationId,
          summary,
          ...(sent === 'form'
            ? { consumes: ['multipart/form-data'], body: FormWithFile }
            : { body: sent.body }),
          response,
        },
      },
      async (request, reply) => {
        const signal = untilGone(reply)
        const answer = await withFile(request, file => run(file, signal))
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
