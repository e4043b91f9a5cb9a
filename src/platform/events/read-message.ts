import { bodyAjv, type JsonSchema } from '../schemas.ts'
import type { EventKind } from './event.ts'

const DECIMAL = /^-?\d{1,17}(\.\d{1,15})?$/

/** Whether a number kept all its digits. An integer that lost some during parsing would become a different text. */
const isExact = (number: number) => !Number.isInteger(number) || Number.isSafeInteger(number)

function coerceScalar(value: unknown, types: readonly string[]): unknown {
  const isAllowed = (type: string) => types.includes(type)
  const number = isAllowed('integer') || isAllowed('number')
  if (typeof value === 'number' && isAllowed('string') && !number && isExact(value)) return String(value)
  if (typeof value === 'string' && number && !isAllowed('string') && DECIMAL.test(value) && isExact(+value))
    return Number(value)
  return value
}

/**
 * Converts numbers to text and decimal text to numbers if the schema requires it, because senders in other languages do
 * not always distinguish them. Nothing else is coerced: Ajv would also turn null into an empty text.
 */
function coerce(value: unknown, schema: JsonSchema | undefined): unknown {
  if (!schema) return value
  const { anyOf: shapes = [schema] } = schema
  if (Array.isArray(value)) {
    const items = shapes.find(shape => shape.items)?.items
    return items ? value.map(item => coerce(item, items)) : value
  }
  if (value === null || typeof value !== 'object')
    return coerceScalar(
      value,
      shapes.flatMap(({ type = [] }) => type),
    )
  const properties = shapes.find(shape => shape.properties)?.properties ?? {}
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, coerce(member, properties[name])]),
  )
}

/**
 * Returns a function that coerces a body to its schema and returns it, with an error message if it is still invalid.
 */
export function createBodyReader({ schema }: EventKind) {
  const check = bodyAjv.compile(schema)
  return (sent: unknown): { body: unknown; error?: string } => {
    const body = coerce(sent, schema as JsonSchema)
    if (check(body)) return { body }
    const [first] = check.errors ?? []
    return { body, error: `body${first?.instancePath ?? ''} ${first?.message ?? 'is invalid'}` }
  }
}
