import { open } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Problem } from '../problem.ts'
import { type LaidDown, withTemporaryFile } from './temporary-file.ts'

export const CSV = 'text/csv'

/** Unpacked where they came packed. */
const unread = new WeakMap<FastifyRequest, Readable>()

/** In this scope bodies of these types are not read before the route is called: it reads them with `withBodyInFile`. */
export function leaveBodiesUnread(scope: FastifyInstance, types: readonly string[]) {
  scope.removeContentTypeParser(types.filter(type => scope.hasContentTypeParser(type)))
  scope.addContentTypeParser([...types], (request, payload, done) => {
    unread.set(request, payload)
    done(null, undefined)
  })
}

/** Whether the body waits to be read. */
export const isUnread = (request: FastifyRequest) => unread.has(request)

const CHARSET = /;\s*charset=\s*"?([^";\s]+)/i

function formatOf({ headers }: FastifyRequest): LaidDown['format'] {
  const type = headers['content-type'] ?? ''
  const [, charset = 'utf-8'] = CHARSET.exec(type) ?? []
  if (!/^(utf-?8|us-ascii)$/i.test(charset))
    throw new Problem(415, 'type-non-pris-en-charge', 'Send the file as UTF-8 text')
  return type.startsWith(CSV) ? 'csv' : 'json'
}

/**
 * Lays the body down in a temporary file for as long as `work` takes, so that its size is no matter of memory and a slow
 * sender keeps nothing waiting. 413 over the `bodyLimit` of the route.
 */
export const withBodyInFile = <T>(
  request: FastifyRequest,
  work: (file: LaidDown) => Promise<T>,
): Promise<T> => {
  const format = formatOf(request)
  return withTemporaryFile(
    path => receive(request, path),
    path => work({ path, format }),
  )
}

async function receive(request: FastifyRequest, path: string) {
  const { raw, headers } = request
  const limit = request.routeOptions.bodyLimit
  const body = unread.get(request) ?? raw
  const tooLarge = new Problem(413, 'corps-trop-grand', 'The body is too large')
  if (Number(headers['content-length']) > limit) throw tooLarge
  const file = await open(path, 'w')
  let size = 0
  try {
    // Left open when it is too large: the answer goes over the same socket.
    for await (const part of body.iterator({ destroyOnReturn: false })) {
      size += (part as Buffer).length
      if (size > limit) throw tooLarge
      await file.write(part as Buffer)
    }
  } catch (error) {
    throw (error as { code?: string }).code === 'ECONNRESET'
      ? new Problem(400, 'corps-illisible', 'The body breaks off')
      : error
  } finally {
    await file.close()
  }
}
