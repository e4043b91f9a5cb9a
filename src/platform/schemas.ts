import { Ajv, type Options } from 'ajv'
import addFormats from 'ajv-formats'
import { fullFormats } from 'ajv-formats/dist/formats.js'
import fastJson from 'fast-json-stringify'
import type { FastifyInstance } from 'fastify'
import type { Static, TSchema } from 'typebox'
import { momentOf } from './moment.ts'
import { isEmail } from './text.ts'

const isDay = (fullFormats.date as { validate(text: string): boolean }).validate
const isMoment = (fullFormats['date-time'] as { validate(text: string): boolean }).validate

/**
 * `email` and `moment` follow the platform's own rules. `date` and `date-time` are limited to values that both Date and
 * PostgreSQL support: no leap second, no year 0, no zone without minutes.
 */
const formats = {
  email: isEmail,
  moment: (text: string) => momentOf(text) !== undefined,
  date: (text: string) => isDay(text) && !text.startsWith('0000'),
  'date-time': (text: string) => isMoment(text) && new Date(text).getTime() >= YEAR_ONE,
}
const YEAR_ONE = Date.parse('0001-01-01T00:00:00Z')

export const createAjv = (options: Options) => {
  const instance = new Ajv({
    useDefaults: true,
    removeAdditional: false,
    allErrors: false,
    // Without a precision, 2.1 would not count as a multiple of 0.01, because the division of doubles is not exact.
    multipleOfPrecision: 9,
    strict: false,
    ...options,
  })
  // The types of ajv-formats describe a CommonJS module; in Node.js the import is the function itself.
  ;(addFormats as unknown as (ajv: Ajv) => void)(instance)
  for (const [name, holds] of Object.entries(formats)) instance.addFormat(name, holds)
  return instance
}

/** Bodies are never coerced. Values of a query or a header are text, so they must be. */
export const bodyAjv = createAjv({ coerceTypes: false })
const queryAjv = createAjv({ coerceTypes: 'array' })

/** Calls `make` on first use, so that a platform of ten areas starts without compiling unused schemas. */
function lazily<Args extends unknown[], Result>(make: () => (...args: Args) => Result) {
  let made: ((...args: Args) => Result) | undefined
  return (...args: Args) => {
    made ??= make()
    return made(...args)
  }
}

/** Returns a function that serializes values of a schema as JSON, as in responses. It is compiled on first use. */
export const createSerializer = <Schema extends TSchema>(schema: Schema) =>
  lazily<[value: Static<Schema>], string>(() => fastJson(schema))

/** Returns a function that validates a value and returns it typed. It throws if the value does not match the schema. */
export const createParser = <Schema extends TSchema>(schema: Schema) => {
  const check = lazily<[value: unknown], boolean>(() => bodyAjv.compile(schema))
  return (value: unknown) => {
    if (check(value)) return value as Static<Schema>
    throw new Error(`The value does not match the schema ${JSON.stringify(schema)}`)
  }
}

/** The keywords of a schema that the platform itself interprets. TypeBox's type does not declare them. */
export type JsonSchema = {
  type?: string | readonly string[]
  properties?: Record<string, JsonSchema>
  items?: JsonSchema
  anyOf?: readonly JsonSchema[]
  enum?: readonly unknown[]
  format?: string
  additionalProperties?: unknown
  /** The ending of unknown names that a body refuses; it ignores others. */
  closedSuffix?: string
  /** False if a text in a body must not be trimmed. */
  trim?: boolean
  /** Whether a field of a body is left unchanged, because the route validates it. */
  asGiven?: boolean
  /** Whether an empty query value is a value, not an absent one. */
  keepEmpty?: boolean
}

const DIGITS = /^\d+$/

/**
 * Converts the integers of a path, which must consist of digits. Ajv would also accept ` 1`, `1.0` and `1e0`, so one
 * record would have several addresses. Other text remains text and fails validation.
 */
function readNumbers(params: Record<string, unknown>, { properties = {} }: JsonSchema) {
  for (const [name, { type }] of Object.entries(properties)) {
    const value = params[name]
    if (type === 'integer' && typeof value === 'string' && DIGITS.test(value)) params[name] = Number(value)
  }
}

export function setSchemaCompilers(app: FastifyInstance) {
  app.setValidatorCompiler<JsonSchema>(({ schema, httpPart }) => {
    let check: ReturnType<Ajv['compile']> | undefined
    const coerced = httpPart !== 'body' && httpPart !== 'params'
    const validate = (value: Record<string, unknown>) => {
      check ??= (coerced ? queryAjv : bodyAjv).compile(schema)
      if (httpPart === 'params') readNumbers(value, schema)
      const valid = check(value)
      validate.errors = check.errors ?? null
      return valid
    }
    validate.errors = null as unknown
    // Fastify's type requires the value or an error; at run time it also reads `errors`, which Ajv's functions set.
    return validate as never
  })
  app.setSerializerCompiler<TSchema>(({ schema }) => createSerializer(schema))
}
