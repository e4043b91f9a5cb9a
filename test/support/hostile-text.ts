import fc from 'fast-check'
import type { RouteOptions } from 'fastify'
import { bodyAjv } from '../../src/platform/schemas.ts'
import { validValues } from '../fuzz/values.ts'
import { staysWithin } from './processor-time.ts'
import { withoutArea } from './registered-routes.ts'

/**
 * Parts that make quadratic expressions backtrack when they are repeated in long runs without the expected ending.
 */
const PATTERNS = ['a', '/', ',', ' ', '@.', '!', '1']
export const LONG = 7_000
export const runOf = (pattern: string, bytes: number) =>
  pattern.repeat(Math.ceil(bytes / pattern.length)).slice(0, bytes)

type Schema = { readonly [keyword: string]: unknown } & {
  type?: string | string[]
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: readonly Schema[]
  minItems?: number
  maxLength?: number
}
type Schemas = Partial<Record<'body' | 'querystring' | 'params' | 'headers', Schema>>
const schemasOf = ({ schema }: RouteOptions) => (schema ?? {}) as Schemas

const isText = ({ type }: Schema) => [type].flat().includes('string')
/** Truncates the text to the length that the schema allows. */
const fitting = ({ maxLength = LONG }: Schema, text: string) => text.slice(0, maxLength)

type Check = (value: unknown) => unknown
const checks = new Map<string, Check>()
const checkOf = (schema: Schema): Check => {
  const key = JSON.stringify(schema)
  const check = checks.get(key) ?? (bodyAjv.compile(schema) as Check)
  checks.set(key, check)
  return check
}

/** Creates a value of the schema in which each text is the given one, truncated, if its schema accepts that. */
function valueWith(text: string, schema: Schema): unknown {
  const [choice] = schema.anyOf ?? []
  if (choice) return valueWith(text, choice)
  if (schema.properties)
    return Object.fromEntries(
      Object.entries(schema.properties).map(([name, each]) => [name, valueWith(text, each)]),
    )
  if (schema.items) return Array(schema.minItems ?? 1).fill(valueWith(text, schema.items))
  const hostile = fitting(schema, text)
  if (isText(schema) && checkOf(schema)(hostile)) return hostile
  return fc.sample(validValues(schema), { numRuns: 1, seed: 1 })[0]
}

function* textsIn(schema: Schema | undefined): Generator<Schema> {
  if (!schema) return
  if (isText(schema)) yield schema
  const inner = [schema.items, ...(schema.anyOf ?? []), ...Object.values(schema.properties ?? {})]
  for (const each of inner) yield* textsIn(each)
}

/**
 * Whether a text may be free and long enough for quadratic time to show. One that its length refuses costs nothing, and
 * `findSlowSchemas` covers patterns and formats.
 */
const mayBeLong = (schema: Schema) =>
  isText(schema) && (schema.maxLength ?? LONG) > LONG / 2 && Boolean(checkOf(schema)('xax'))

/** A call whose runs of patterns have the requested length. */
export type Call = { what: string; send: (bytes: number) => object }

const HEADERS = [
  ...['accept', 'accept-language', 'authorization', 'cookie', 'if-match', 'if-none-match'],
  ...['content-encoding', 'idempotency-key', 'traceparent', 'x-api-key', 'x-forwarded-for', 'x-request-id'],
]
/** The parts of a route that determine which headers it reads, in addition to those common to all routes. */
const headersReadBy = ({ schema, config: { access, idempotent, takes } = {} }: RouteOptions) =>
  JSON.stringify([Object(schema).headers, Object(schema).produces, access, idempotent, takes])

const plain = (url: string) => url.replaceAll(/:\w+|\*/g, '1')
/** Surrounds a run with characters, so that a trim does not remove it quickly from either end. */
const between = (run: string) => `x${run}x`
const allRuns = (bytes: number) =>
  PATTERNS.map(pattern => runOf(pattern, bytes).replaceAll(' ', '+')).join('&')

/**
 * Creates calls that expose every reader of a request to runs of each pattern. A reader that many routes share is
 * covered once.
 */
export function createHostileCalls(routes: readonly RouteOptions[]): Call[] {
  const calls: Call[] = []
  const seen = new Set<string>()
  const isNew = (key: string) => !seen.has(key) && seen.add(key)
  for (const route of routes) {
    const { url, config } = route
    const method = [route.method].flat().find(each => each !== 'HEAD' && each !== 'OPTIONS')
    if (!method || config?.stream || !isNew(`${method} ${withoutArea(url)}`)) continue
    const { querystring, body } = schemasOf(route)
    const parameters = Object.entries(querystring?.properties ?? {}).filter(([, each]) => mayBeLong(each))
    const readsTexts = body && [...textsIn(body)].some(mayBeLong)
    const readsHeaders = isNew(headersReadBy(route))
    // The router refuses long parameters for all routes alike, and passes the wildcard part to the handler.
    const readsPath = url.includes('*') || (url.includes(':') && isNew('parameters of paths'))

    const add = (what: string, send: Call['send']) => {
      const usual = { method, url: plain(url) }
      calls.push({ what: `${method} ${url}: ${what}`, send: bytes => ({ ...usual, ...send(bytes) }) })
    }
    add('address', bytes => ({ url: `${plain(url)}?${allRuns(bytes)}` }))
    for (const [i, pattern] of PATTERNS.entries()) {
      if (readsHeaders)
        for (const form of [String, between])
          add(`headers, ${pattern}`, bytes => ({
            headers: Object.fromEntries(HEADERS.map(name => [name, form(runOf(pattern, bytes))])),
          }))
      if (readsPath)
        add(`path, ${pattern}`, bytes => ({
          url: url.replaceAll(/:\w+|\*/g, encodeURI(runOf(pattern, bytes))),
        }))
      if (parameters.length > 0)
        add(`parameters, ${pattern}`, bytes => {
          // Each parameter has a different pattern; over all calls, each has had every pattern.
          const texts = parameters.map(([name, schema], j) => {
            const run = runOf(PATTERNS[(i + j) % PATTERNS.length] ?? '', bytes)
            return [name, fitting(schema, between(run))]
          })
          return { url: `${plain(url)}?${new URLSearchParams(texts)}` }
        })
      if (readsTexts)
        add(`body, ${pattern}`, bytes => ({
          payload: valueWith(between(runOf(pattern, bytes)), body) as object,
        }))
    }
  }
  return calls
}

/** Finds patterns and formats of texts that need more than 20 ms of processor time to check 20 kB; one line per run. */
export async function findSlowSchemas(routes: readonly RouteOptions[]): Promise<string[]> {
  const schemas = routes
    .map(schemasOf)
    .flatMap(({ body, querystring, params, headers }) =>
      [body, querystring, params, headers].flatMap(schema => [...textsIn(schema)]),
    )
  const distinct = new Map(schemas.map(schema => [JSON.stringify([schema.pattern, schema.format]), schema]))
  const slow: string[] = []
  for (const [name, { pattern, format }] of distinct)
    for (const each of PATTERNS)
      for (const text of [runOf(each, 20_000), `x${runOf(each, 20_000)}\n`]) {
        const check = checkOf({
          type: 'string',
          ...(pattern ? { pattern } : {}),
          ...(format ? { format } : {}),
        })
        if (!(await staysWithin(20, () => check(text)))) slow.push(`${name}: ${each}`)
      }
  return slow
}
