import type { FastifyInstance, preValidationHookHandler } from 'fastify'
import { Problem } from './problem.ts'

type Field = { trim?: boolean; asGiven?: boolean; properties?: Record<string, Field>; items?: Field }

/** A walk through a value is recursive: some thousand levels would overflow the stack. */
const MOST_LEVELS = 100

/**
 * Trims every text of a body, but for fields whose schema says `trim: false`, and refuses what no column can hold. Half a
 * surrogate pair, which PostgreSQL takes in no JSON, becomes U+FFFD. What the schema says is `asGiven` is left to the
 * route, which has more to tell of it than one refusal.
 */
export function tidy(value: unknown, field: Field | undefined, path = 'body', level = 0): unknown {
  if (field?.asGiven) return value
  if (level > MOST_LEVELS)
    throw new Problem(400, `${path.split('/', 1)[0]} must not be nested deeper than ${MOST_LEVELS} levels`)
  if (typeof value === 'string') {
    if (value.includes('\0')) throw new Problem(400, `${path} must not contain a NUL character`)
    const text = value.toWellFormed()
    return field?.trim === false ? text : text.trim()
  }
  if (Array.isArray(value)) return value.map((item, i) => tidy(item, field?.items, `${path}/${i}`, level + 1))
  if (value !== null && typeof value === 'object') {
    const tidied = value as Record<string, unknown>
    for (const key of Object.keys(tidied))
      tidied[key] = tidy(tidied[key], field?.properties?.[key], `${path}/${key}`, level + 1)
  }
  return value
}

/** JSON bodies, tidied; an empty body is no body, whatever its media type. */
export function readBodies(app: FastifyInstance) {
  const parse = app.getDefaultJsonParser('error', 'ignore')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body.length === 0) return done(null, undefined)
    return parse(request, body as string, done)
  })
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) =>
    body.length === 0
      ? done(null, undefined)
      : done(new Problem(415, 'The media type of the body is not supported; send application/json')),
  )
  app.addHook('onRoute', route => {
    const body = route.schema?.body as Field | undefined
    if (!body) return
    const tidyBody: preValidationHookHandler = (request, _reply, done) => {
      if (request.body) request.body = tidy(request.body, body)
      done()
    }
    route.preValidation = [tidyBody, route.preValidation ?? []].flat()
  })
  app.addHook('onRequest', (request, _reply, done) =>
    done(
      request.url.includes('%00')
        ? new Problem(400, 'The address must not contain a NUL character')
        : undefined,
    ),
  )
}
