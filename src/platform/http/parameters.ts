import { closest } from 'fastest-levenshtein'
import type { FastifyInstance, preValidationHookHandler } from 'fastify'
import { Problem } from '../problem.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The answer is a list, though its shape does not show it: an unknown parameter is refused. */
    answersList?: boolean
  }
}

type Shape = {
  type?: string | string[]
  properties?: Record<string, Shape>
  anyOf?: readonly Shape[]
  additionalProperties?: unknown
  /** An empty value of a parameter is a value. */
  keepEmpty?: boolean
}

/** The members in which a page carries its records. */
const PAGED = ['data', 'rows']

/** Whether an answer is a list: an array, an object with a page of one, or either. */
function isList({ type, properties, anyOf }: Shape): boolean {
  if ([type].flat().includes('array') || anyOf?.some(isList)) return true
  return PAGED.some(name => properties?.[name]?.type === 'array')
}

/** Parameters that are not for us: of a campaign's statistics, or to pass a cache by. */
const IN_PASSING = /^(?:_|utm_)/

const SHOWN = 100

function refuseUnknown(part: string, given: object, known: readonly string[]) {
  const unknown = Object.keys(given).find(name => !known.includes(name))
  if (unknown === undefined) return
  const name = unknown.slice(0, SHOWN)
  const help = known.length > 0 ? `the nearest known one is ${closest(name, known)}` : 'it takes none'
  throw new Problem(400, 'champ-inconnu', `${part}: unknown name ${JSON.stringify(name)}; ${help}`)
}

/**
 * Refuses a name that a route does not know where ignoring it would do harm: a parameter of a list, which would answer
 * something else, and a field of a body whose schema says `additionalProperties: false`. Only top-level names are checked.
 * An empty query value counts as absent, because forms send one for each blank field, unless its schema says `keepEmpty`.
 */
export function checkNames(app: FastifyInstance) {
  app.addHook('onRoute', route => {
    const { body, querystring, response } = (route.schema ?? {}) as Record<string, Shape | undefined>
    const answer = (response as Record<number, Shape> | undefined)?.[200]
    const parameters = querystring?.properties ?? {}
    const optional = Object.keys(parameters).filter(name => !parameters[name]?.keepEmpty)
    const reads = [route.method].flat().some(method => method === 'GET' || method === 'HEAD')
    const isClosedQuery = reads && (route.config?.answersList || (answer !== undefined && isList(answer)))
    // A body that may be left out is one of two.
    const closed = [body, ...(body?.anyOf ?? [])].find(shape => shape?.additionalProperties === false)
    if (optional.length === 0 && !isClosedQuery && !closed) return
    // The API documents read it there.
    if (isClosedQuery || closed)
      route.config = { ...route.config, errors: [...(route.config?.errors ?? []), 'champ-inconnu'] }
    const known = Object.keys(parameters)
    const fields = Object.keys(closed?.properties ?? {})
    const check: preValidationHookHandler = (request, _reply, done) => {
      // Fastify's type of a query is unknown; it is always an object.
      const query = request.query as Record<string, unknown>
      for (const name of optional) if (isEmpty(query[name])) delete query[name]
      if (isClosedQuery) refuseUnknownParameters(query, known)
      if (closed && isObject(request.body)) refuseUnknown('body', request.body, fields)
      done()
    }
    route.preValidation = [check, route.preValidation ?? []].flat()
  })
}

function refuseUnknownParameters(query: Record<string, unknown>, known: readonly string[]) {
  for (const name of Object.keys(query)) if (IN_PASSING.test(name)) delete query[name]
  refuseUnknown('querystring', query, known)
}

const isObject = (body: unknown): body is object =>
  body !== null && typeof body === 'object' && !Array.isArray(body)

const isEmpty = (value: unknown) => value === '' || (Array.isArray(value) && value.every(each => each === ''))
