import fc from 'fast-check'
import { findMeanings, ONLY_MEANT } from './meanings.ts'
import { oddKeys, oddNumbers, oddTexts, oddValues } from './odd.ts'
import type { Schema } from './operations.ts'

type Shape = {
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  anyOf?: Shape[]
  oneOf?: Shape[]
  properties?: Record<string, Shape>
  required?: string[]
  items?: Shape
  format?: string
  pattern?: string
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
}

const pick = <T>(values: readonly T[]) => fc.constantFrom(...values)

const ofFormat: Record<string, fc.Arbitrary<string>> = {
  date: pick(['2026-11-22', '1980-02-29', '2040-12-31']),
  'date-time': pick(['2026-11-22T10:00:00.000Z', '2040-01-01T00:00:00+02:00', '2020-01-01T00:00:00Z']),
  email: pick(['fuzz.~new~@example.org', '~email~']),
  uuid: fc.uuid(),
}

const words = pick(['lampe', 'Été', 'a', 'iPhone 7', 'noir', 'x'])

function matching(pattern: string): fc.Arbitrary<string> {
  // No values can be generated from a lookahead. Those of the interface exclude only words that are not in `words`.
  return pattern.includes('(?') ? words : fc.stringMatching(new RegExp(pattern), { size: 'small' })
}

function text({ format, pattern, minLength = 0, maxLength = 200 }: Shape): fc.Arbitrary<string> {
  const formed = ofFormat[format ?? '']
  if (formed) return formed
  if (pattern) return matching(pattern)
  const edge = (length: number) => fc.constant('é'.repeat(length))
  return fc.oneof(
    { weight: 8, arbitrary: words.map(word => word.slice(0, maxLength).padEnd(minLength, 'x')) },
    { weight: 1, arbitrary: edge(minLength) },
    ...(maxLength <= 5_000 ? [{ weight: 1, arbitrary: edge(maxLength) }] : []),
  )
}

const number = ({ type, minimum = 0, maximum = 1_000, exclusiveMinimum }: Shape) => {
  const least = exclusiveMinimum === undefined ? minimum : exclusiveMinimum + 1
  const whole = fc.integer({
    min: Math.max(least, -1_000),
    max: Math.min(maximum, Math.max(least, 0) + 1_000),
  })
  const edges = pick([least, maximum])
  return fc.oneof(
    { weight: 8, arbitrary: type === 'number' ? whole.map(cents => cents / 100 + least) : whole },
    { weight: 1, arbitrary: edges },
  )
}

const typesOf = ({ type }: Shape) => (Array.isArray(type) ? type : type === undefined ? [] : [type])

/**
 * Generates values that the schema allows. For a field with known meanings, it mostly generates those, although the
 * schema may exclude one.
 */
export function validValues(given: Schema, name = ''): fc.Arbitrary<unknown> {
  const schema = given as Shape
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return fc.oneof(...choices.map(choice => validValues(choice, name)))
  if ('const' in schema) return fc.constant(schema.const)
  if (schema.enum) return pick(schema.enum)
  const types = typesOf(schema)
  if (types.length > 1) return fc.oneof(...types.map(type => validValues({ ...schema, type }, name)))
  const [type] = types
  const meant = findMeanings(name, type)
  const plain = () => {
    if (type === 'string') return text(schema)
    if (type === 'integer' || type === 'number') return number(schema)
    if (type === 'boolean') return fc.boolean()
    if (type === 'null') return fc.constant(null)
    if (type === 'array') return list(schema, name)
    if (type === 'object') return record(schema)
    return fc.oneof(fc.constant(null), words, fc.integer(), fc.constant({ a: ['b'] }))
  }
  if (meant && ONLY_MEANT.includes(name)) return pick(meant)
  return meant ? fc.oneof({ weight: 6, arbitrary: pick(meant) }, { weight: 1, arbitrary: plain() }) : plain()
}

const list = ({ items = {}, minItems = 0, maxItems = 3 }: Shape, name: string) =>
  fc.array(validValues(items, name), { minLength: minItems, maxLength: Math.min(maxItems, minItems + 2) })

const needed = ({ properties = {}, required = [] }: Shape) => required.filter(key => key in properties)

function record(schema: Shape) {
  const each = Object.entries(schema.properties ?? {}).map(
    ([key, one]) => [key, validValues(one, key)] as const,
  )
  return fc.record(Object.fromEntries(each), { requiredKeys: needed(schema), noNullPrototype: true })
}

const beyondBounds = (schema: Shape): unknown[] => {
  const { minimum, maximum, minLength = 0, maxLength, minItems = 0, maxItems } = schema
  return [
    ...(minimum === undefined ? [] : [minimum - 1, minimum - 0.5]),
    ...(maximum === undefined ? [] : [maximum + 1, maximum * 2]),
    ...(minLength > 0 ? ['a'.repeat(minLength - 1), ' '.repeat(minLength)] : []),
    ...(maxLength === undefined || maxLength > 20_000
      ? []
      : ['a'.repeat(maxLength + 1), '😀'.repeat(maxLength)]),
    ...(minItems > 0 ? [[]] : []),
    ...(maxItems === undefined ? [] : [Array(maxItems + 1).fill(0), Array(maxItems + 1).fill({})]),
  ]
}

/** Generates values that are odd at one random position, most of them invalid. */
export function invalidValues(given: Schema, name = ''): fc.Arbitrary<unknown> {
  const schema = given as Shape
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return fc.oneof(...choices.map(choice => invalidValues(choice, name)))
  const beyond = beyondBounds(schema)
  const odd = fc.oneof(
    { weight: 3, arbitrary: oddValues },
    { weight: 2, arbitrary: oddTexts },
    { weight: 2, arbitrary: oddNumbers },
    ...(beyond.length > 0 ? [{ weight: 4, arbitrary: pick(beyond) }] : []),
  )
  const types = typesOf(schema)
  const { properties = {}, items } = schema
  const inner: fc.Arbitrary<unknown>[] = []
  if (types.includes('array') && items)
    inner.push(fc.tuple(validValues(items, name), invalidValues(items, name)))
  if (types.includes('object')) {
    const whole = record(schema)
    const without = needed(schema).map(key => whole.map(({ [key]: _, ...rest }) => rest))
    inner.push(fc.tuple(whole, oddKeys, oddValues).map(([value, key, extra]) => withKey(value, key, extra)))
    if (without.length > 0) inner.push(fc.oneof(...without))
    for (const [key, one] of Object.entries(properties))
      inner.push(fc.tuple(whole, invalidValues(one, key)).map(([value, extra]) => withKey(value, key, extra)))
  }
  return inner.length > 0
    ? fc.oneof({ weight: 1, arbitrary: odd }, { weight: inner.length * 2, arbitrary: fc.oneof(...inner) })
    : odd
}

/** Sets a field, even `__proto__`. */
const withKey = (value: object, key: string, extra: unknown) =>
  Object.fromEntries([...Object.entries(value), [key, extra]])
