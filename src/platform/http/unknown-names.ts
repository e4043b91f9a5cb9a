import { closest } from 'fastest-levenshtein'
import type { FastifyInstance, FastifyRequest, preValidationHookHandler } from 'fastify'
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
}

/** The members in which a page carries its records. */
const PAGED = ['data', 'rows']

/** Whether an answer is a list: an array, an object with a page of one, or either. */
export function isList({ type, properties, anyOf }: Shape): boolean {
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

function refuseUnknownParameters({ query }: FastifyRequest, known: readonly string[]) {
  // Fastify's type of a query is unknown; it is always an object.
  const given = query as Record<string, unknown>
  for (const name of Object.keys(given)) if (IN_PASSING.test(name)) delete given[name]
  refuseUnknown('querystring', given, known)
}

/**
 * Refuses a name that a route does not know where to ignore it would do harm: a parameter of a list, whose answer would be
 * another one than asked for, and a field of a body whose schema says `additionalProperties: false`, which money goes by.
 * Only names at the top are looked at.
 */
export function refuseUnknownNames(app: FastifyInstance) {
  app.addHook('onRoute', route => {
    const { body, querystring, response } = (route.schema ?? {}) as Record<string, Shape | undefined>
    const answer = (response as Record<number, Shape> | undefined)?.[200]
    const reads = [route.method].flat().some(method => method === 'GET' || method === 'HEAD')
    const checks: preValidationHookHandler[] = []
    if (reads && (route.config?.answersList || (answer && isList(answer)))) {
      const known = Object.keys(querystring?.properties ?? {})
      checks.push((request, _reply, done) => {
        refuseUnknownParameters(request, known)
        done()
      })
    }
    // A body that may be left out is one of two.
    const closed = [body, ...(body?.anyOf ?? [])].find(shape => shape?.additionalProperties === false)
    if (closed) {
      const known = Object.keys(closed.properties ?? {})
      checks.push((request, _reply, done) => {
        if (isObject(request.body)) refuseUnknown('body', request.body, known)
        done()
      })
    }
    if (checks.length > 0) route.preValidation = [...checks, route.preValidation ?? []].flat()
  })
}

const isObject = (body: unknown): body is object =>
  body !== null && typeof body === 'object' && !Array.isArray(body)
