import { closest } from 'fastest-levenshtein'
import type { FastifyInstance, preValidationHookHandler } from 'fastify'
import { Problem } from '../problem.ts'
import type { JsonSchema } from '../schemas.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Marks a response as a list if its schema does not show that, so that unknown parameters are refused. */
    answersList?: boolean
  }
}

/** The members that contain the records of a page. */
const PAGE_MEMBERS = ['data', 'rows']

/** Whether a response is a list: an array, an object with a page of records, or a union that contains one of these. */
function isList({ type, properties, anyOf }: JsonSchema): boolean {
  if ([type].flat().includes('array') || anyOf?.some(isList)) return true
  return PAGE_MEMBERS.some(name => properties?.[name]?.type === 'array')
}

/** Parameters that are not meant for the server: campaign statistics and cache busters. */
const IGNORED = /^(?:_|utm_)/

const MAX_NAME_LENGTH = 100

/** Throws a 400 for the first unknown name that ends in `suffix`. */
function refuseUnknown(part: string, given: object, known: readonly string[], suffix = '') {
  const unknown = Object.keys(given).find(name => name.endsWith(suffix) && !known.includes(name))
  if (unknown === undefined) return
  const name = unknown.slice(0, MAX_NAME_LENGTH)
  const help = known.length > 0 ? `the closest known name is ${closest(name, known)}` : 'none is accepted'
  throw new Problem(400, 'champ-inconnu', `${part}: unknown name ${JSON.stringify(name)}; ${help}`)
}

/**
 * Adds a check to routes that throws a 400 for unknown names where ignoring them would do harm: parameters of a list,
 * whose result would be wrong, and fields of a body whose schema has `additionalProperties: false`, or only those that
 * end in its `closedSuffix`. Only top-level names are checked. The check also removes empty query values, because forms
 * send one for each blank field, unless their schema has `keepEmpty`.
 */
export function refuseUnknownNames(app: FastifyInstance) {
  app.addHook('onRoute', route => {
    const { body, querystring, response } = (route.schema ?? {}) as Record<string, JsonSchema | undefined>
    const answer = (response as Record<number, JsonSchema> | undefined)?.[200]
    const parameters = querystring?.properties ?? {}
    const optional = Object.keys(parameters).filter(name => !parameters[name]?.keepEmpty)
    const reads = [route.method].flat().some(method => method === 'GET' || method === 'HEAD')
    const isClosedQuery = reads && (route.config?.answersList || (answer !== undefined && isList(answer)))
    // The schema of an optional body is one of several alternatives.
    const closed = [body, ...(body?.anyOf ?? [])].find(
      shape => shape?.additionalProperties === false || shape?.closedSuffix !== undefined,
    )
    if (optional.length === 0 && !isClosedQuery && !closed) return
    // The API documents list the errors of `config`.
    if (isClosedQuery || closed)
      route.config = { ...route.config, errors: [...(route.config?.errors ?? []), 'champ-inconnu'] }
    const known = Object.keys(parameters)
    const fields = Object.keys(closed?.properties ?? {})
    const check: preValidationHookHandler = (request, _reply, done) => {
      // Fastify types a query as unknown, but it is always an object.
      const query = request.query as Record<string, unknown>
      for (const name of optional) if (isEmpty(query[name])) delete query[name]
      if (isClosedQuery) refuseUnknownParameters(query, known)
      if (closed && isObject(request.body)) refuseUnknown('body', request.body, fields, closed.closedSuffix)
      done()
    }
    route.preValidation = [check, route.preValidation ?? []].flat()
  })
}

function refuseUnknownParameters(query: Record<string, unknown>, known: readonly string[]) {
  for (const name of Object.keys(query)) if (IGNORED.test(name)) delete query[name]
  refuseUnknown('querystring', query, known)
}

const isObject = (body: unknown): body is object =>
  body !== null && typeof body === 'object' && !Array.isArray(body)

const isEmpty = (value: unknown) => value === '' || (Array.isArray(value) && value.every(each => each === ''))
