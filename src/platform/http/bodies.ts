import { Readable } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import type { FastifyInstance, FastifyRequest, preValidationHookHandler } from 'fastify'
import { Problem } from '../problem.ts'
import type { JsonSchema } from '../schemas.ts'
import { readUpTo } from './arrival.ts'

const decompressors = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
}
const isKnown = (encoding: string): encoding is keyof typeof decompressors =>
  Object.hasOwn(decompressors, encoding)

const UNKNOWN = 'The encoding of the body is not supported; send gzip, deflate, br or none'

/** Decompresses a stream. Throws a 413 above `limit` decompressed bytes and a 400 for invalid input. */
export async function* decompress(packed: Readable, encoding: keyof typeof decompressors, limit: number) {
  const decompressor = decompressors[encoding]()
  packed.once('error', error => decompressor.destroy(error))
  packed.pipe(decompressor)
  try {
    yield* readUpTo(decompressor, limit)
  } catch (error) {
    throw error instanceof Problem || packed.errored
      ? error
      : new Problem(400, 'corps-illisible', `The body is not valid ${encoding}`)
  } finally {
    // The socket stays open, because the response needs it.
    packed.unpipe(decompressor)
    decompressor.destroy()
  }
}

const isEmpty = ({ headers }: FastifyRequest) =>
  headers['content-length'] === '0' ||
  (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined)

/** Decompresses bodies with a Content-Encoding. Their limit applies to the decompressed size. */
export function decompressBodies(app: FastifyInstance, limitOf: (request: FastifyRequest) => number) {
  app.addHook('preParsing', (request, _reply, payload, done) => {
    const { headers } = request
    const encoding = headers['content-encoding']?.trim().toLowerCase() ?? 'identity'
    if (encoding === 'identity' || isEmpty(request)) return done(null, payload)
    // Uploads have no size limit, so a small compressed one could expand without limit.
    if (!isKnown(encoding) || headers['content-type']?.startsWith('multipart/'))
      throw new Problem(415, 'encodage-non-pris-en-charge', UNKNOWN)
    const body = Readable.from(decompress(payload, encoding, limitOf(request)), { objectMode: false })
    // Fastify compares this with the announced length, which Node.js has already checked.
    done(null, Object.assign(body, { receivedEncodedLength: Number(headers['content-length'] ?? 0) }))
  })
}

/** The traversal of a value is recursive: several thousand levels would overflow the stack. */
const MAX_DEPTH = 100

/**
 * Trims every text of a body, except fields whose schema has `trim: false`, and replaces unpaired surrogates, which
 * PostgreSQL refuses in JSON, by U+FFFD. Changes objects in place. Fields with `asGiven` in their schema remain as they
 * are, because the route validates them. Throws a 400 for a NUL character, which no column can store, or too many
 * levels.
 */
export const normalizeTexts = (value: unknown, field: JsonSchema | undefined, name = 'body') =>
  normalizeAt([name], value, field)

/** `path` is shared by the whole traversal, because building a text for each member would cost more than all other work. */
function normalizeAt(path: (string | number)[], value: unknown, field: JsonSchema | undefined): unknown {
  if (field?.asGiven) return value
  if (path.length - 1 > MAX_DEPTH)
    throw new Problem(
      400,
      'requete-invalide',
      `${path[0]} must not be nested deeper than ${MAX_DEPTH} levels`,
    )
  if (typeof value === 'string') {
    if (value.includes('\0'))
      throw new Problem(400, 'requete-invalide', `${path.join('/')} must not contain a NUL character`)
    const text = value.toWellFormed()
    return field?.trim === false ? text : text.trim()
  }
  if (Array.isArray(value)) return value.map((item, i) => normalizeMember(path, i, item, field?.items))
  if (value !== null && typeof value === 'object') {
    const normalized = value as Record<string, unknown>
    for (const key of Object.keys(normalized)) {
      const original = normalized[key]
      const member = normalizeMember(path, key, original, field?.properties?.[key])
      if (member !== original) normalized[key] = member
    }
  }
  return value
}

function normalizeMember(
  path: (string | number)[],
  key: string | number,
  value: unknown,
  field: JsonSchema | undefined,
) {
  path.push(key)
  const normalized = normalizeAt(path, value, field)
  path.pop()
  return normalized
}

/**
 * The body limit divided by this is the maximum number of members. Real records have 25 bytes or more for each member, so a
 * real body of up to five eighths of the limit passes; malicious ones need only six bytes.
 */
const BYTES_A_MEMBER = 40

const QUOTE = 0x22
const SPACE = 0x20

/**
 * Whether a JSON text has more than `most` members. It counts colons that follow a quotation mark, including some in
 * texts.
 */
function hasMoreMembers(json: string, most: number) {
  if (json.length < most * '"":0'.length) return false
  let members = 0
  for (let at = json.indexOf(':'); at >= 0; at = json.indexOf(':', at + 1)) {
    let before = at - 1
    while (json.charCodeAt(before) <= SPACE) before--
    if (json.charCodeAt(before) === QUOTE && ++members > most) return true
  }
  return false
}

/**
 * Parses JSON bodies and normalizes their texts; an empty body counts as absent, regardless of its media type. A body
 * with too many members is refused with a 413, because parsing it would block the event loop.
 */
export function parseBodies(app: FastifyInstance, limitOf: (request: FastifyRequest) => number) {
  const parse = app.getDefaultJsonParser('error', 'ignore')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body.length === 0) return done(null, undefined)
    const most = limitOf(request) / BYTES_A_MEMBER
    if (hasMoreMembers(body as string, most))
      return done(new Problem(413, 'corps-trop-grand', 'The body has too many members'))
    return parse(request, body as string, done)
  })
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) =>
    body.length === 0
      ? done(null, undefined)
      : done(
          new Problem(
            415,
            'type-non-pris-en-charge',
            'The media type of the body is not supported; send application/json',
          ),
        ),
  )
  app.addHook('onRoute', route => {
    const body = route.schema?.body as JsonSchema | undefined
    if (!body) return
    const normalizeBody: preValidationHookHandler = (request, _reply, done) => {
      if (request.body) request.body = normalizeTexts(request.body, body)
      done()
    }
    route.preValidation = [normalizeBody, route.preValidation ?? []].flat()
  })
}

/** Throws a 400 for an address with a NUL character, which no column can store. */
export function refuseNul({ url }: FastifyRequest) {
  if (url.includes('%00'))
    throw new Problem(400, 'requete-illisible', 'The address must not contain a NUL character')
}
