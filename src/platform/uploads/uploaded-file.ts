import { createWriteStream } from 'node:fs'
import { open } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type {} from '@fastify/multipart'
import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify'
import { readUpTo, tooLarge } from '../http/arrival.ts'
import { errorCode, Problem } from '../problem.ts'
import { invalidFile, type ReceivedFile, withTemporaryFile } from './temporary-file.ts'

export const CSV = 'text/csv'

/** The bodies that have not been read, decompressed if necessary. */
const unread = new WeakMap<FastifyRequest, Readable>()

/** Leaves bodies of these types unread in a scope. The handler reads them with one of the functions below. */
export function leaveBodiesUnread(scope: FastifyInstance, types: readonly string[]) {
  scope.removeContentTypeParser(types.filter(type => scope.hasContentTypeParser(type)))
  scope.addContentTypeParser([...types], (request, payload, done) => {
    unread.set(request, payload)
    done(null, undefined)
  })
}

const CHARSET = /;\s*charset=\s*"?([^";\s]+)/i

function formatOf({ headers }: FastifyRequest): ReceivedFile['format'] {
  const type = headers['content-type'] ?? ''
  const [, charset = 'utf-8'] = CHARSET.exec(type) ?? []
  if (!/^(utf-?8|us-ascii)$/i.test(charset))
    throw new Problem(415, 'type-non-pris-en-charge', 'Send the file as UTF-8 text')
  return type.startsWith(CSV) ? 'csv' : 'json'
}

/**
 * Writes the body to a temporary file for the duration of `work`, so that it does not occupy memory and a slow sender
 * blocks nothing. Throws a 413 above the `bodyLimit` of the route, a 415 for a charset other than UTF-8, and a 400 for
 * a truncated body.
 */
export const withBodyInFile = <T>(
  request: FastifyRequest,
  work: (file: ReceivedFile) => Promise<T>,
): Promise<T> => {
  const format = formatOf(request)
  return withTemporaryFile(
    path => receiveBody(request, path),
    path => work({ path, format }),
  )
}

async function receiveBody(request: FastifyRequest, path: string) {
  const { raw, headers, routeOptions } = request
  const { bodyLimit } = routeOptions
  if (Number(headers['content-length']) > bodyLimit) throw tooLarge()
  await using file = await open(path, 'w')
  try {
    for await (const part of readUpTo(unread.get(request) ?? raw, bodyLimit)) await file.write(part)
  } catch (error) {
    throw errorCode(error) === 'ECONNRESET'
      ? new Problem(400, 'corps-illisible', 'The body is truncated')
      : error
  }
}

const notForm = (message: string) => new Problem(415, 'type-non-pris-en-charge', message)

/** Messages of the multipart parser for an invalid body. */
const broken = /multipart|unexpected end|terminated early|premature|boundary|malformed part/i

const asProblem = (error: unknown) => {
  const { message = '', code = '', statusCode } = error as Partial<FastifyError>
  // The parser's status for a form field that is declared as JSON but is not valid JSON.
  if (statusCode === 406) return invalidFile('A field of the form is not valid')
  if (error instanceof Problem || code.startsWith('FST_')) return error
  return broken.test(message) || code === 'ERR_STREAM_PREMATURE_CLOSE' || code === 'ECONNRESET'
    ? invalidFile('The multipart body is invalid or truncated')
    : error
}

/**
 * Writes the part `file` of a form, or a body left unread, to a temporary file for the duration of `work`. Thus a slow
 * sender keeps no transaction open, and a retried transaction can read the file again. Throws a 415 for any other body,
 * and a 400 for an invalid form or one without the part.
 */
export async function withUploadedFile<T>(
  request: FastifyRequest,
  work: (file: ReceivedFile) => Promise<T>,
): Promise<T> {
  if (unread.has(request)) return withBodyInFile(request, work)
  if (!request.isMultipart()) throw notForm(`Send multipart/form-data with a part named file, or ${CSV}`)
  let received: Pick<ReceivedFile, 'format' | 'name'> = { format: 'json' }
  return withTemporaryFile(
    async path => {
      received = await receiveForm(request, path).catch(error => {
        throw asProblem(error)
      })
    },
    path => work({ path, ...received }),
  )
}

const MAX_NAME_LENGTH = 200

/** The name is checked too, because systems that do not know CSV send another type. */
const isCsv = (name: string, type: string) => type.startsWith(CSV) || name.toLowerCase().endsWith('.csv')

async function receiveForm(request: FastifyRequest, path: string) {
  let received: Pick<ReceivedFile, 'format' | 'name'> | undefined
  for await (const part of request.parts()) {
    if (part.type !== 'file') continue
    if (part.fieldname === 'file' && !received) {
      await pipeline(part.file, createWriteStream(path))
      const name = part.filename || undefined
      received = {
        format: isCsv(name ?? '', part.mimetype) ? 'csv' : 'json',
        name: name?.slice(0, MAX_NAME_LENGTH),
      }
    } else {
      part.file.resume()
    }
  }
  if (!received) throw new Problem(400, 'requete-invalide', 'The part named file is missing')
  return received
}

/**
 * Writes the only file of a form, its part `field`, to a temporary file for the duration of `work`. Throws a 415 for any
 * other body, a 413 above the `bodyLimit` of the route or the `fileSize` of the parser, and a 400 for no or several files.
 */
export function withOnlyFile<T>(
  request: FastifyRequest,
  field: string,
  work: (path: string) => Promise<T>,
): Promise<T> {
  if (!request.isMultipart()) throw notForm(`Send multipart/form-data with a part named ${field}`)
  if (Number(request.headers['content-length']) > request.routeOptions.bodyLimit) throw tooLarge()
  return withTemporaryFile(
    path =>
      receiveOnlyFile(request, field, path).catch(error => {
        throw asProblem(error)
      }),
    work,
  )
}

async function receiveOnlyFile(request: FastifyRequest, field: string, path: string) {
  const names: string[] = []
  for await (const part of request.parts()) {
    if (part.type !== 'file') continue
    names.push(part.fieldname)
    if (names.length === 1) await pipeline(part.file, createWriteStream(path))
    else part.file.resume()
  }
  if (names.length !== 1 || names[0] !== field)
    throw new Problem(400, 'requete-invalide', `Send one file, as the part named ${field}`)
}
