import { Readable } from 'node:stream'
import multipart from '@fastify/multipart'
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import Type, { type TSchema } from 'typebox'
import type { Access } from '../http/access.ts'
import { JSON_TYPE } from '../http/lists.ts'
import type { Right } from '../http/rights.ts'
import type { ReceivedFile } from '../uploads/temporary-file.ts'
import { CSV, leaveBodiesUnread, withBodyInFile, withUploadedFile } from '../uploads/uploaded-file.ts'
import { DISCONNECTED, type ImportAnswer, type ImportOptions } from './import.ts'
import { ImportRun } from './runs/schemas.ts'

/**
 * The form of an upload: the part `file` of a form, of any size, or a JSON body. A CSV body is accepted instead of
 * either.
 */
type Sent = 'form' | { body: TSchema }

/** Imports a file. */
export type ImportFile<Answer = ImportAnswer> = (
  file: ReceivedFile,
  options: ImportOptions & { upsert: boolean },
) => Promise<Answer>

/** The options of a background import. */
export type BackgroundImportOptions = { upsert: boolean; dryRun: boolean; auteur: string | null }

export type ImportRoute<Answer = unknown> = {
  path: string
  access: Access
  rights: readonly Right[]
  operationId: string
  summary: string
  description: string
  sent: Sent
  status: 200 | 201
  /** Whether the route has the parameter `mode`, of which `upsert` updates existing records. */
  updates?: true
  response: Record<number, TSchema>
  /** Stores the file for an import in the background; undefined if the route has no such imports. */
  receive?: (file: ReceivedFile, options: BackgroundImportOptions) => Promise<ImportRun>
  /** Imports the file and returns the response, or a stream of its JSON. */
  run: ImportFile<Answer>
}

/** The maximum size of a file sent as a JSON or CSV body; one in a form has no limit. */
const MAX_BODY_BYTES = 50 * 1024 * 1024

const Query = Type.Object({
  dryRun: Type.Boolean({
    default: false,
    description: 'Validates the file and returns the same response without storing anything',
  }),
})
const QueryOfUpdates = Type.Object({
  mode: Type.Enum(['create', 'upsert'], {
    default: 'create',
    description: '`upsert`: a line whose record exists changes the fields that it contains',
  }),
  ...Query.properties,
})
const BackgroundOption = {
  background: Type.Boolean({
    default: false,
    description: 'Answers 202 once the file is received and imports it in the background',
  }),
}
type Query = { dryRun: boolean; mode?: 'create' | 'upsert'; background?: boolean }

const CsvText = Type.String({ description: 'CSV with a header line; columns separated by `,` or `;`' })

const FormWithFile = Type.Object({ file: Type.String({ format: 'binary' }) })

/** Declares an import route in a separate scope, because its handler reads the body as a stream. */
export const createImportRoute =
  ({ path, sent, receive, ...route }: ImportRoute): FastifyPluginAsync =>
  async app => {
    if (sent === 'form') await app.register(multipart, { limits: { fileSize: Number.POSITIVE_INFINITY } })
    leaveBodiesUnread(app, sent === 'form' ? [CSV] : ['application/json', CSV])
    const withFile = <T>(request: FastifyRequest, work: (file: ReceivedFile) => Promise<T>) =>
      sent === 'form' ? withUploadedFile(request, work) : withBodyInFile(request, work)

    app.post(path, {
      config: { access: route.access, rights: route.rights, errors: ['fichier-invalide'] },
      bodyLimit: MAX_BODY_BYTES,
      // The body schema serves only the API documents.
      validatorCompiler: part =>
        part.httpPart === 'body' ? () => true : (app.validatorCompiler?.(part) ?? (() => true)),
      schema: {
        operationId: route.operationId,
        summary: route.summary,
        description: route.description,
        querystring: Type.Object({
          ...(route.updates ? QueryOfUpdates : Query).properties,
          ...(receive ? BackgroundOption : {}),
        }),
        body: {
          content: {
            ...(sent === 'form'
              ? { 'multipart/form-data': { schema: FormWithFile } }
              : { 'application/json': { schema: sent.body } }),
            [CSV]: { schema: CsvText },
          },
        },
        response: { ...route.response, ...(receive && { 202: ImportRun }) },
      },
      handler: async (request, reply) => {
        const signal = disconnectSignal(reply)
        const { dryRun, mode, background } = request.query as Query
        const upsert = mode === 'upsert'
        if (receive && background) {
          const auteur = request.caller.agent?.name ?? null
          const begun = await withFile(request, file => receive(file, { dryRun, upsert, auteur }))
          return reply.code(202).send(begun)
        }
        const answer = await withFile(request, file => route.run(file, { signal, dryRun, upsert }))
        if (answer instanceof Readable) reply.type(JSON_TYPE)
        return reply.code(route.status).send(answer)
      },
    })
  }

/** Returns a signal that aborts when the caller disconnects before the response is sent. */
function disconnectSignal({ raw }: FastifyReply): AbortSignal {
  const disconnected = new AbortController()
  raw.once('close', () => {
    if (!raw.writableEnded) disconnected.abort(DISCONNECTED)
  })
  return disconnected.signal
}
