import type {
  FastifyError,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  FastifySchemaValidationError,
} from 'fastify'
import { isDatabaseUnavailable, isDiskFull } from '../database/faults.ts'
import { Problem } from '../problem.ts'
import { tooLarge } from './arrival.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The code of the error response, for the log. */
    refusal: string | undefined
  }
}

const ALTERNATIVES = ['anyOf', 'oneOf']

const typed = (type: string) => (type === 'null' ? type : `${/^[aio]/.test(type) ? 'an' : 'a'} ${type}`)

/** Describes one error. Ajv's own messages omit the values of an enumeration and the meaning of the format `moment`. */
function messageOf({ keyword, params, message }: FastifySchemaValidationError) {
  if (keyword === 'enum')
    return `must be one of ${(params.allowedValues as unknown[]).filter(value => value !== null).join(', ')}`
  return keyword === 'format' && params.format === 'moment'
    ? 'must be an ISO 8601 date or date with time'
    : message
}

const distinct = (texts: (string | undefined)[]) => [...new Set(texts)].join(' or ')

/**
 * Describes validation errors in one sentence. For alternatives, Ajv reports why each of them does not match. Of these
 * errors, those deepest in the value are described, or the accepted types if all of them concern the type.
 */
function describeErrors(errors: FastifySchemaValidationError[]): { path: string; text: string } {
  const [first] = errors
  if (!ALTERNATIVES.includes(errors.at(-1)?.keyword ?? ''))
    return { path: first?.instancePath ?? '', text: (first && messageOf(first)) ?? 'is not valid' }
  const reasons = errors.filter(({ keyword }) => !ALTERNATIVES.includes(keyword))
  const path = reasons.map(({ instancePath }) => instancePath).reduce((a, b) => (b.length > a.length ? b : a))
  const furthest = reasons.filter(({ instancePath }) => instancePath === path)
  const rules = furthest.filter(({ keyword }) => keyword !== 'type')
  if (rules.length > 0) return { path, text: distinct(rules.map(messageOf)) }
  const types = furthest.flatMap(({ params }) => params.type as string | string[])
  return { path, text: `must be ${distinct(types.map(typed))}` }
}

/** Returns the 400 for a body, query or path that violates its schema; `part` is its name. */
export function schemaProblem(errors: FastifySchemaValidationError[], part: string): Problem {
  const { path, text } = describeErrors(errors)
  return new Problem(400, 'requete-invalide', `${part}${path} ${text}`)
}

/** Errors that callers cause and that Fastify and its plugins report. */
const ofFastify: Record<string, () => Problem> = {
  FST_ERR_CTP_INVALID_JSON_BODY: () => new Problem(400, 'json-invalide', 'The body is not valid JSON'),
  FST_ERR_CTP_BODY_TOO_LARGE: tooLarge,
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () =>
    new Problem(415, 'type-non-pris-en-charge', 'The media type of the body is not supported'),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: () =>
    new Problem(400, 'corps-illisible', 'The length of the body differs from Content-Length'),
  FST_ERR_BAD_URL: () => new Problem(400, 'requete-illisible', 'The address is not valid'),
  FST_REQ_FILE_TOO_LARGE: () => new Problem(413, 'corps-trop-grand', 'The file is too large'),
}

/** Converts an error to the response for the caller. Internal errors are described only in general terms. */
export function problemOf(error: FastifyError | Problem | Error): Problem {
  if (error instanceof Problem) return error
  if (isDiskFull(error)) return new Problem(503, 'service-indisponible', 'The database has no space left')
  if (isDatabaseUnavailable(error))
    return new Problem(503, 'service-indisponible', 'The database cannot be reached')
  const { statusCode = 500, code = '' } = error as FastifyError
  if (statusCode >= 400 && statusCode < 500)
    return ofFastify[code]?.() ?? new Problem(statusCode, 'requete-refusee', error.message)
  return statusCode === 503
    ? new Problem(503, 'service-indisponible', 'The server is stopping')
    : new Problem(500, 'erreur-interne', 'Unexpected server error')
}

/**
 * Converts the error of a running request to its response. Logs a server error as such; the disconnection of a caller
 * is logged only at debug.
 */
export function reportFailure(error: FastifyError, request: FastifyRequest): Problem {
  if (request.raw.errored === error) {
    request.log.debug({ err: error, route: request.routeOptions.url }, 'A caller disconnected')
    return new Problem(400, 'corps-illisible', 'The body is truncated')
  }
  const problem = problemOf(error)
  request.refusal = problem.code
  if (problem.statusCode >= 500)
    request.log.error({ err: error, route: request.routeOptions.url }, 'A request failed')
  return problem
}

export function sendProblem(reply: FastifyReply, problem: Problem) {
  reply.request.refusal = problem.code
  if (problem.retryAfterSeconds) reply.header('retry-after', problem.retryAfterSeconds)
  return reply
    .code(problem.statusCode)
    .type('application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send(problem.body)
}

/** Handles failures before routing, such as an address that cannot be decoded. */
export const handleRoutingError = (error: FastifyError, _request: FastifyRequest, reply: FastifyReply) =>
  void sendProblem(reply, problemOf(error))

export function handleErrors(app: FastifyInstance) {
  app.decorateRequest('refusal', undefined)
  app.setErrorHandler((error: FastifyError, request: FastifyRequest, reply) =>
    sendProblem(reply, reportFailure(error, request)),
  )
  app.setNotFoundHandler((request, reply) =>
    sendProblem(
      reply,
      new Problem(404, 'route-inconnue', `No route ${request.method} ${request.originalUrl.split('?')[0]}`),
    ),
  )
}
