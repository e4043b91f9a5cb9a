import type { TSchema } from 'typebox'
import { ofBody } from '../schemas.ts'
import type { EventKind } from './event.ts'

type Shape = {
  type?: string
  properties?: Record<string, TSchema>
  items?: TSchema
  anyOf?: readonly TSchema[]
}

const DECIMAL = /^-?\d{1,17}(\.\d{1,15})?$/

/** A number that lost digits when it was read would be another one as text. */
const isExact = (number: number) => !Number.isInteger(number) || Number.isSafeInteger(number)

function coerceScalar(value: unknown, types: readonly (string | undefined)[]): unknown {
  const means = (type: string) => types.includes(type)
  const number = means('integer') || means('number')
  if (typeof value === 'number' && means('string') && !number && isExact(value)) return String(value)
  if (typeof value === 'string' && number && !means('string') && DECIMAL.test(value) && isExact(+value))
    return Number(value)
  return value
}

/**
 * Numbers where the schema means text, and decimal text where it means numbers, each as what is meant: senders in other
 * languages do not always distinguish them. Nothing else is coerced: Ajv would also turn null into an empty text.
 */
function coerce(value: unknown, schema: TSchema | undefined): unknown {
  if (!schema) return value
  const { anyOf = [schema] } = schema as Shape // TypeBox's TSchema names no keyword.
  const shapes: readonly Shape[] = anyOf
  if (Array.isArray(value)) {
    const items = shapes.find(shape => shape.items)?.items
    return items ? value.map(item => coerce(item, items)) : value
  }
  if (value === null || typeof value !== 'object')
    return coerceScalar(
      value,
      shapes.map(({ type }) => type),
    )
  const properties = shapes.find(shape => shape.properties)?.properties ?? {}
  return Object.fromEntries(
    Object.entries(value).map(([name, held]) => [name, coerce(held, properties[name])]),
  )
}

/** Reads a body as its consumer means it, or says what is wrong with it. */
export function bodyReader({ schema }: EventKind) {
  const check = ofBody.compile(schema)
  return (sent: unknown): { body: unknown; fault?: string } => {
    const body = coerce(sent, schema)
    if (check(body)) return { body }
    const [fault] = check.errors ?? []
    return { body, fault: `body${fault?.instancePath ?? ''} ${fault?.message ?? 'is invalid'}` }
  }
}
