import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import type {} from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { Problem } from '../problem.ts'
import { CSV, isUnread, withBodyInFile } from './large-body.ts'
import { type LaidDown, withTemporaryFile } from './temporary-file.ts'

/** Faults of the multipart body itself, as its parser words them. */
const broken = /multipart|unexpected end|terminated early|premature|boundary|malformed part/i

const asProblem = (error: unknown) => {
  const {
    message = '',
    code = '',
    statusCode,
  } = error as {
    message?: string
    code?: string
    statusCode?: number
  }
  // A field beside the file that says it is JSON, and is not.
  if (statusCode === 406) return new Problem(400, 'fichier-invalide', 'A field of the form is not valid')
  if (error instanceof Problem || code.startsWith('FST_')) return error
  return broken.test(message) || code === 'ERR_STREAM_PREMATURE_CLOSE' || code === 'ECONNRESET'
    ? new Problem(400, 'fichier-invalide', 'The multipart body is not valid, or breaks off')
    : error
}

/**
 * Lays the part `file`, or a body of CSV, down in a temporary file for as long as `work` takes. A slow sender thus keeps no transaction
 * open, and a transaction that must be tried again can read the file again.
 */
export async function withUploadedFile<T>(
  request: FastifyRequest,
  work: (file: LaidDown) => Promise<T>,
): Promise<T> {
  if (isUnread(request)) return withBodyInFile(request, work)
  if (!request.isMultipart())
    throw new Problem(
      415,
      'type-non-pris-en-charge',
      `Send multipart/form-data with a part named file, or ${CSV}`,
    )
  let received: Pick<LaidDown, 'format' | 'name'> = { format: 'json' }
  return withTemporaryFile(
    async path => {
      received = await receive(request, path).catch(error => {
        throw asProblem(error)
      })
    },
    path => work({ path, ...received }),
  )
}

const LONGEST_NAME = 200

/** By name or type: systems that know no type for CSV send another one. */
const isCsv = (name: string, type: string) => type.startsWith(CSV) || name.toLowerCase().endsWith('.csv')

async function receive(request: FastifyRequest, path: string) {
  let received: Pick<LaidDown, 'format' | 'name'> | undefined
  for await (const part of request.parts()) {
    if (part.type !== 'file') continue
    if (part.fieldname === 'file' && !received) {
      await pipeline(part.file, createWriteStream(path))
      const name = part.filename || undefined
      received = {
        format: isCsv(name ?? '', part.mimetype) ? 'csv' : 'json',
        name: name?.slice(0, LONGEST_NAME),
      }
    } else {
      part.file.resume()
    }
  }
  if (!received) throw new Problem(400, 'requete-invalide', 'The part named file is missing')
  return received
}
