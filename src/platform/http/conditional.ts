import { hash } from 'node:crypto'
import type { FastifyInstance, FastifyReply } from 'fastify'
import Type from 'typebox'
import { Problem } from '../problem.ts'

/** Whether an If-None-Match header contains this tag; weak tags match strong ones (RFC 9110, 13.1.2). */
const matches = (header: string, tag: string) =>
  header.trim() === '*' || header.split(',').some(entry => entry.trim().replace(/^W\//, '') === tag)

/**
 * Returns the ETag of a response. A route that caches its responses should cache their tags too and set the header
 * itself.
 */
export const etagOf = (payload: string) => `W/"${hash('sha1', payload, 'base64url')}"`

const isJson = (reply: FastifyReply) => String(reply.getHeader('content-type')).startsWith('application/json')

/**
 * Adds an ETag to every JSON response with status 200 to a read. If the caller sent the tag of that response, or of
 * another text or buffer for which the route has set one, responds 304 without a body. Streams are left unchanged.
 */
export function handleConditionalReads(app: FastifyInstance) {
  app.addHook('onSend', (request, reply, payload, done) => {
    const { method } = request
    const isTagged = reply.hasHeader('etag')
    if (
      (method !== 'GET' && method !== 'HEAD') ||
      reply.statusCode !== 200 ||
      !(typeof payload === 'string' ? isTagged || isJson(reply) : isTagged && Buffer.isBuffer(payload))
    )
      return done(null, payload)
    const tag = String(reply.getHeader('etag') ?? etagOf(String(payload)))
    reply.header('etag', tag)
    const requested = request.headers['if-none-match']
    if (requested === undefined || !matches(requested, tag.slice('W/'.length))) return done(null, payload)
    reply.code(304).removeHeader('content-type').removeHeader('content-length')
    // Fastify removes the body of a HEAD response after setting its length.
    return done(null, method === 'HEAD' ? payload : null)
  })
}

/**
 * The header that states which version of a record a change applies to (RFC 9110, 13.1.1): the time of the record's
 * last change, in quotation marks. The ETag of a read cannot be used, because it is weak and differs between views of
 * the record.
 */
export const ifMatch = (field: 'updatedAt' | 'dateModification') =>
  Type.Object({
    'If-Match': Type.Optional(
      Type.String({
        maxLength: 200,
        description: `The \`${field}\` that the caller last read, in quotation marks; answers 412 if it has changed`,
        examples: ['"2026-11-22T16:05:00.000Z"'],
      }),
    ),
  })

/** The versions that an If-Match header accepts; undefined accepts any. */
export type AcceptedVersions = { includes(updatedAt: Date | string): boolean } | undefined

export function parseIfMatch({
  headers,
}: {
  headers: { 'if-match'?: string | undefined }
}): AcceptedVersions {
  const header = headers['if-match']?.trim()
  if (header === undefined || header === '*') return undefined
  const tags = header.split(',').map(tag => tag.trim())
  return { includes: updatedAt => tags.includes(`"${new Date(updatedAt).toISOString()}"`) }
}

export const preconditionFailed = () =>
  new Problem(412, 'modifie-entre-temps', 'The record has changed since it was read; read it again')
