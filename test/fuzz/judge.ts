import { STATUS_CODES } from 'node:http'
import type { ValidateFunction } from 'ajv'
import { createAjv } from '../../src/platform/schemas.ts'
import { BEFORE_ROUTES, readListedCodes } from '../support/error-codes.ts'
import type { Call } from './calls.ts'
import type { Answer, Request } from './client.ts'
import type { Content, Operation } from './operations.ts'

/** The time limit of one call, on a busy machine. */
const MOST_MS = 10_000

/** Texts that only internals contain; the odd values of calls avoid them. */
const INSIDES =
  /\n\s+at |node_modules|\/src\/|\.ts\b|\.js:\d|\/work|\/tmp\/|ECONNREFUSED|ENOENT|relation "|column "|violates|syntax error at|invalid input syntax|out of range for type|duplicate key|invalid byte sequence|Unexpected server error|Cannot read prop|is not a function|is not iterable|Maximum call stack|fast-json|postgres/i

/** The expected 503: an erasure waits for events that name the person. */
const OWN_503 = /Events that name the person wait to be sent/

/** Texts of calls that run in a browser if a page does not escape them. */
const MARKUP = /<script>alert|<img src=x/i

/** Returns whether the platform may answer with this status before routing, whatever the operation declares. */
const isBeforeRoutes = (status: number, { body }: Operation, guarded: boolean) =>
  status === 414 ||
  status === 431 ||
  // A body on an operation without one.
  (!body && (status === 413 || status === 415)) ||
  // Without keys, a foreign host or origin; with them, an invalid key.
  status === (guarded ? 401 : 403)

const codes = new Set<unknown>(readListedCodes().map(({ code }) => code))

const ajv = createAjv({ useDefaults: false, coerceTypes: false })
const validators = new WeakMap<object, ValidateFunction>()

function validatorOf(schema: object) {
  const known = validators.get(schema) ?? ajv.compile(schema)
  validators.set(schema, known)
  return known
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

function faultOfProblem(
  { status, json, type, text }: Answer,
  declared: Content | undefined,
): string | undefined {
  if (!type.startsWith('application/json'))
    return `a refusal of the type ${type || 'none'}: ${text.slice(0, 200)}`
  if (!isObject(json)) return `a refusal that is no object: ${text.slice(0, 200)}`
  const { statusCode, message, error, code, attendu: _, ...others } = json
  if (statusCode !== status) return `statusCode is ${statusCode}`
  const messages = Array.isArray(message) ? message : [message]
  if (messages.length === 0 || !messages.every(one => typeof one === 'string' && one !== ''))
    return 'no message'
  if (error !== STATUS_CODES[status]) return `error is ${error}`
  if (!codes.has(code)) return `code is ${code}, which docs/errors.md does not have`
  const own = Object.keys((declared?.schema.properties ?? {}) as object)
  const more = Object.keys(others).filter(name => !own.includes(name))
  if (more.length > 0) return `a refusal has also ${more}`
  return undefined
}

function faultOfDeclared({ status, json, type, text }: Answer, declared: Content | undefined) {
  if (!declared) return text === '' ? undefined : `${status} has a body`
  if (declared.others?.some(other => type.startsWith(other))) return undefined
  if (!type.startsWith(declared.type)) return `the type is ${type}, not ${declared.type}`
  if (declared.type !== 'application/json') return undefined
  const validate = validatorOf(declared.schema)
  if (validate(json)) return undefined
  const [fault] = validate.errors ?? []
  return `the answer is not of its shape: ${fault?.instancePath} ${fault?.message}: ${text.slice(0, 300)}`
}

const echoed = (text: string, { path, body }: Request) =>
  [decode(path), body?.toString() ?? ''].some(sent => sent.includes(text))

function decode(text: string) {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Describes the fault of a response; undefined if there is none. */
export function findFault(
  call: Call,
  request: Request,
  answer: Answer,
  guarded: boolean,
): string | undefined {
  const { operation, caller, astray } = call
  const { status, type, text, json, headers, ms } = answer
  const page = type.startsWith('text/html')
  if (status === 503 && OWN_503.test(text)) return undefined
  if (status >= 500) return `${status}: ${text.slice(0, 300)}`
  if (ms > MOST_MS) return `it took ${Math.round(ms)} ms`
  if (headers['x-injected']) return 'a header was injected'
  if (page && MARKUP.test(text)) return 'markup was injected'
  // JSON escapes line breaks and quotes.
  const inside =
    status >= 400 ? INSIDES.exec(text.replaceAll('\\n', '\n').replaceAll('\\"', '"'))?.[0] : undefined
  if (inside && !echoed(inside, request))
    return `it tells of our insides (${inside.trim()}): ${text.slice(0, 300)}`
  if (type.startsWith('application/json') && text !== '' && json === undefined)
    return `it is not JSON: ${status} ${text.slice(0, 300)}`
  // The response to HEAD has no body, and 304 refers to the caller's copy.
  if (request.method === 'HEAD' || status === 304) return undefined
  if (guarded && operation.staffOnly && caller !== 'key' && status < 400 && !astray)
    return `${status} without a key`
  if (status >= 400 && !page) {
    const fault = faultOfProblem(answer, operation.responses.get(status))
    if (fault) return fault
  }
  if (astray || request.missing > 0 || isBeforeRoutes(status, operation, guarded)) return undefined
  if (!operation.responses.has(status)) return `${status} is not declared: ${text.slice(0, 300)}`
  const { code } = isObject(json) && status >= 400 ? json : {}
  if (typeof code === 'string' && !BEFORE_ROUTES.has(code) && !operation.errorCodes.includes(code))
    return `the operation does not document the code ${code}: ${text.slice(0, 300)}`
  return faultOfDeclared(answer, operation.responses.get(status))
}
