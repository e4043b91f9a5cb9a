import { closest, distance } from 'fastest-levenshtein'
import Type, {
  type Static,
  type TNumberOptions,
  type TObject,
  type TSchema,
  type TStringOptions,
} from 'typebox'
import { isRange } from './network.ts'
import { StartError } from './problem.ts'
import { createAjv } from './schemas.ts'
import { isEmail } from './text.ts'

type Named = { env: string; secret?: boolean }

/** Settings by their name in the code. */
export type SettingsSchema = TObject<Record<string, TSchema & Named>>

/**
 * Declares a setting: its environment variable and the schema of its value. Lists are comma-separated in the environment.
 */
export const setting = <T extends TSchema>(env: string, schema: T): T & Named =>
  Object.assign(schema, { env })

/** Declares a secret that is generated and stored if it is not configured: a `Secret`, or a list of them. */
export const secret = <T extends TSchema>(env: string, schema: T): T & Named =>
  Object.assign(schema, { env, secret: true })

/** Returns the format of an address with one of these protocols. */
const address = (...protocols: string[]) => ({
  holds: (value: string) => protocols.includes(URL.parse(value)?.protocol ?? ''),
  words: `an address that begins with ${protocols.map(protocol => `${protocol}//`).join(' or ')}`,
})

/** The formats of settings, each with its description for error messages. */
const formats = {
  'http-url': address('http:', 'https:'),
  'postgres-url': address('postgres:', 'postgresql:'),
  'amqp-url': address('amqp:', 'amqps:'),
  'smtp-url': address('smtp:', 'smtps:'),
  email: { holds: isEmail, words: 'an e-mail address' },
  origin: { ...address('http:', 'https:'), words: 'an origin such as https://shop.example' },
  secret: {
    holds: (value: string) => value === '' || value.length >= 16,
    words: 'a text of at least 16 characters',
  },
  'ip-range': { holds: isRange, words: 'an address or a range such as 10.0.0.0/8' },
}

type Format = keyof typeof formats

/** A text that matches `pattern`; `words` describes it in error messages. */
export const Shaped = (pattern: string, words: string, description: string) =>
  Object.assign(Type.String({ pattern, description }), { words })

/** An optional address. */
export const Url = (format: Format, description: string) =>
  Type.Optional(Type.String({ format, description }))

/** A text of at least 16 characters; empty by default. */
export const Secret = (description: string) => Type.String({ default: '', format: 'secret', description })

export const Text = (description: string, byDefault: string) =>
  Type.String({ default: byDefault, maxLength: 100, description })

export const Whole = (description: string, byDefault: number, minimum: number, maximum: number) =>
  Type.Integer({ default: byDefault, minimum, maximum, description })

/** An integer limit of at least 1. */
export const Maximum = (number: number, description: string) => Whole(description, number, 1, 1_000_000_000)

/** A list that is comma-separated in the environment; empty by default. */
export const List = (description: string, format?: Format) =>
  Type.Array(Type.String(format ? { format } : {}), { default: [], description })

const ajv = createAjv({ coerceTypes: 'array', allErrors: true })
for (const [name, { holds }] of Object.entries(formats)) ajv.addFormat(name, holds)

/**
 * Reads these settings from the environment; an empty variable counts as absent. Each error is a line for the operator.
 * If there are errors, some values are invalid, so they may only be used to find further errors.
 */
export function readSettings<S extends SettingsSchema>(settings: S, env: NodeJS.ProcessEnv) {
  const values: Record<string, unknown> = {}
  for (const [key, schema] of Object.entries(settings.properties)) {
    const value = readVariable(schema, env)
    if (value !== undefined) values[key] = value
  }
  const check = ajv.compile(settings)
  check(values)
  const errors = new Map<string, string>()
  for (const { instancePath } of check.errors ?? []) {
    const [key = '', index] = instancePath.split('/').slice(1)
    const schema = settings.properties[key]
    if (schema) errors.set(key, errorMessage(schema, env[schema.env] ?? '', index))
  }
  // Ajv fills in the defaults and reports what is invalid, but its types do not know TypeBox's schemas.
  return { values: values as Static<S>, errors: [...errors.values()] }
}

/** Returns the value in the environment before validation; undefined if it is absent or empty. */
export function readVariable(schema: TSchema & Named, env: NodeJS.ProcessEnv): string | string[] | undefined {
  const text = env[schema.env]
  if (!Type.IsArray(schema)) return text || undefined
  const parts = splitList(text ?? '')
  return parts.length > 0 ? parts : undefined
}

/** Splits a list of the environment at its commas. */
export const splitList = (text: string) =>
  text
    .split(',')
    .map(part => part.trim())
    .filter(Boolean)

function errorMessage(schema: TSchema & Named, text: string, index: string | undefined) {
  const { env } = schema
  if (Type.IsArray(schema) && index !== undefined)
    return `${env}: ${splitList(text)[Number(index)]} is not ${wordsOf(schema.items)}`
  // Addresses may contain passwords, and other texts may be secrets, so the value is not printed.
  if (Type.IsString(schema)) return `${env} must be ${wordsOf(schema)}`
  const choices = formatChoices(schema)
  return `${env} is ${text}; it must be ${choices ?? wordsOf(schema)}`
}

function formatChoices(schema: TSchema) {
  if (!Type.IsEnum(schema)) return undefined
  return new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(schema.enum.map(String))
}

/** Describes the accepted values of a setting. */
function wordsOf(schema: TSchema): string {
  const rules: TNumberOptions & TStringOptions & { words?: string } = { ...schema }
  const { minimum, maximum, exclusiveMinimum, format, minLength, maxLength, words } = rules
  if (words !== undefined) return words
  if (isFormat(format)) return formats[format].words
  if (maxLength !== undefined) return `a text of at most ${maxLength} characters`
  if (minLength !== undefined) return `a text of at least ${minLength} characters`
  if (exclusiveMinimum !== undefined)
    return `a number greater than ${exclusiveMinimum} and at most ${maximum}`
  return `a whole number from ${minimum} to ${maximum}`
}

const isFormat = (name: string | undefined): name is Format => name !== undefined && name in formats

/** Returns a line for each COMPTOIR_ variable that is not a setting, with the nearest setting if it is similar. */
export function findUnknownSettings(env: NodeJS.ProcessEnv, known: string[]): string[] {
  return Object.keys(env)
    .filter(name => name.startsWith('COMPTOIR_') && !known.includes(name))
    .map(name => {
      const nearest = closest(name, known)
      const alike = distance(name, nearest) <= name.length / 3
      return `${name} is not a setting${alike ? `; did you mean ${nearest}?` : ''}`
    })
}

/** Throws a StartError with one line for each error, if there are any. */
export function throwSettingErrors(errors: string[]) {
  if (errors.length > 0) throw new StartError(errors.join('\n'))
}
