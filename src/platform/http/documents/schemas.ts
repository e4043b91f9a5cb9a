import { isDeepStrictEqual } from 'node:util'

/** A schema in a document. */
export type Schema = { [keyword: string]: unknown }
type Media = { schema?: Schema; example?: unknown }
type Content = { content?: Record<string, Media>; description?: string }
export type Operation = {
  parameters?: { schema?: Schema; [field: string]: unknown }[]
  requestBody?: Content
  responses?: Record<string, Content>
  tags?: string[]
  security?: Record<string, string[]>[]
  'x-error-codes'?: string[]
  [field: string]: unknown
}

const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const mapValues = <In, Out>(record: Record<string, In>, change: (value: In) => Out) =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]))

/** Keywords whose values are data, not schemas. */
const DATA = ['default', 'enum', 'examples']

/** Applies `change` to every object in a part of a document, inner objects first. */
function mapObjects(part: unknown, change: (schema: Schema) => Schema): unknown {
  if (Array.isArray(part)) return part.map(each => mapObjects(each, change))
  if (!isSchema(part)) return part
  const mapped = Object.entries(part).map(([key, value]) => [
    key,
    DATA.includes(key) ? value : mapObjects(value, change),
  ])
  return change(Object.fromEntries(mapped))
}

type PathItems = Record<string, Record<string, Operation>>

/** Removes the keywords that only this platform interprets; the description states the effect of `keepEmpty` instead. */
function withoutOwnKeywords({
  trim: _,
  asGiven: __,
  closedSuffix: ___,
  keepEmpty,
  ...schema
}: Schema): Schema {
  if (!keepEmpty) return schema
  const { description, ...rest } = schema
  return { ...rest, description: [description, 'an empty value matches nothing'].filter(Boolean).join('; ') }
}

/** Replaces the format `moment` by standard formats. */
function plainMoment(schema: Schema): Schema {
  const { format, type, ...rest } = schema
  if (format !== 'moment') return schema
  const forms: Schema[] = ['date-time', 'date'].map(each => ({ type: 'string', format: each }))
  return { ...rest, anyOf: [type].flat().includes('null') ? [...forms, { type: 'null' }] : forms }
}

/** Adds the type to an `enum` of strings. */
const typedEnum = (schema: Schema): Schema =>
  Array.isArray(schema.enum) && schema.enum.every(value => typeof value === 'string')
    ? { type: 'string', ...schema }
    : schema

/**
 * Replaces every schema that has a title by a `$ref` and returns the schemas by title. A shared schema thus occurs once
 * in a document, and generated code has a name for it. Throws if two different schemas have the same title.
 */
export function nameShapes(paths: PathItems): { paths: PathItems; schemas: Record<string, Schema> } {
  const schemas: Record<string, Schema> = {}
  function nameShape(schema: Schema): Schema {
    const { title, ...shape } = typedEnum(plainMoment(withoutOwnKeywords(schema)))
    if (typeof title !== 'string') return shape
    const known = schemas[title]
    if (known && !isDeepStrictEqual(known, shape)) throw new Error(`Two shapes have the name ${title}`)
    schemas[title] = shape
    return { $ref: `#/components/schemas/${title}` }
  }
  const named = mapObjects(paths, nameShape) as PathItems
  const inOrder = Object.entries(schemas).sort(([a], [b]) => (a < b ? -1 : 1))
  return { paths: named, schemas: Object.fromEntries(inOrder) }
}
