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

/** E-mail addresses by the platform's one rule, and what callers may write for a moment; days and moments that both Date and PostgreSQL can hold: no leap second, no year 0, no zone without minutes. */
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
    // 2.1 is a multiple of 0.01, though the doubles do not divide.
    multipleOfPrecision: 9,
    strict: false,
    ...options,
  })
  // Its types are those of a CommonJS module; what Node.js imports is the function.
  ;(addFormats as unknown as (ajv: Ajv) => void)(instance)
  for (const [name, holds] of Object.entries(formats)) instance.addFormat(name, holds)
  return instance
}

/** Bodies are never coerced; what stands in a query or in a setting is text and must be. */
export const ofBody = createAjv({ coerceTypes: false })
const ofUrl = createAjv({ coerceTypes: 'array' })

/** Compiles `make` at the first call: a platform of ten areas starts without compiling what is never asked for. */
function lazily<Args extends unknown[], Result>(make: () => (...args: Args) => Result) {
  let made: ((...args: Args) => Result) | undefined
  return (...args: Args) => {
    made ??= make()
    return made(...args)
  }
}

/** Writes values of a shape as JSON, as answers are written; compiled when it is first called. */
export const jsonWriter = <Schema extends TSchema>(schema: Schema) =>
  lazily<[value: Static<Schema>], string>(() => fastJson(schema))

/** Gives a value that another area sent as of this shape; throws where it is not. */
export const parser = <Schema extends TSchema>(schema: Schema) => {
  const check = lazily<[value: unknown], boolean>(() => ofBody.compile(schema))
  return (value: unknown) => {
    if (check(value)) return value as Static<Schema>
    throw new Error(`What was answered is not of the shape ${JSON.stringify(schema)}`)
  }
}

type ObjectShape = { properties?: Record<string, { type?: string }> }

const DIGITS = /^\d+$/

/**
 * A number in a path is decimal digits: Ajv would also take ` 1`, `1.0` and `1e0`, and each would be another address of one
 * record. What is left as text breaks the schema.
 */
function readNumbers(params: Record<string, unknown>, { properties = {} }: ObjectShape) {
  for (const [name, { type }] of Object.entries(properties)) {
    const given = params[name]
    if (type === 'integer' && typeof given === 'string' && DIGITS.test(given)) params[name] = Number(given)
  }
}
export function checkSchemas(app: FastifyInstance) {
  app.setValidatorCompiler<ObjectShape>(({ schema, httpPart }) => {
    let check: ReturnType<Ajv['compile']> | undefined
    const coerced = httpPart !== 'body' && httpPart !== 'params'
    const validate = (value: Record<string, unknown>) => {
      check ??= (coerced ? ofUrl : ofBody).compile(schema)
      if (httpPart === 'params') readNumbers(value, schema)
      const valid = check(value)
      validate.errors = check.errors ?? null
      return valid
    }
    validate.errors = null as unknown
    // Fastify's type promises the value or an error; it reads `errors` as well, which Ajv's functions set.
    return validate as never
  })
  app.setSerializerCompiler<TSchema>(({ schema }) => jsonWriter(schema))
}
