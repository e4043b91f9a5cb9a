import { Readable } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Problem } from '../problem.ts'

const unpackers = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
}
const isKnown = (encoding: string): encoding is keyof typeof unpackers => Object.hasOwn(unpackers, encoding)

const UNKNOWN = 'The encoding of the body is not supported; send gzip, deflate, br or none'

/** What was packed, while it comes. Nothing beyond `limit` bytes is unpacked, however small they are packed. */
export async function* unpack(packed: Readable, encoding: keyof typeof unpackers, limit: number) {
  const unpacker = unpackers[encoding]()
  packed.once('error', error => unpacker.destroy(error))
  packed.pipe(unpacker)
  let size = 0
  try {
    for await (const part of unpacker) {
      size += part.length
      if (size > limit) throw new Problem(413, 'corps-trop-grand', 'The body is too large')
      yield part
    }
  } catch (error) {
    throw error instanceof Problem || packed.errored
      ? error
      : new Problem(400, 'corps-illisible', `The body is not valid ${encoding}`)
  } finally {
    // The socket stays: the answer goes over it.
    packed.unpipe(unpacker)
    unpacker.destroy()
  }
}

const isEmpty = ({ headers }: FastifyRequest) =>
  headers['content-length'] === '0' ||
  (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined)

/** Bodies with a Content-Encoding, within the limit that they have as they were before. */
export function unpackBodies(app: FastifyInstance, limitOf: (request: FastifyRequest) => number) {
  app.addHook('preParsing', async (request, _reply, payload) => {
    const { headers } = request
    const encoding = (headers['content-encoding'] ?? 'identity').trim().toLowerCase()
    if (encoding === 'identity' || isEmpty(request)) return payload
    // Files of any size are taken: no limit would stop what is packed small and is endless.
    if (!isKnown(encoding) || headers['content-type']?.startsWith('multipart/'))
      throw new Problem(415, 'encodage-non-pris-en-charge', UNKNOWN)
    const body = Readable.from(unpack(payload, encoding, limitOf(request)), { objectMode: false })
    // Fastify compares it with the length that was announced, as Node.js has done by then.
    return Object.assign(body, { receivedEncodedLength: Number(headers['content-length'] ?? 0) })
  })
}
