import { isDeepStrictEqual } from 'node:util'
import { mapSchemas, type Operation, type Schema } from './schemas.ts'

type PathItems = Record<string, Record<string, Operation>>

/** Without the keywords that only our own reading of bodies and queries knows. */
const withoutOwnKeywords = ({ trim: _, asGiven: __, keepEmpty: ___, ...schema }: Schema): Schema => schema

/** What callers may write for a moment, in the formats that others know. */
function plainMoment(schema: Schema): Schema {
  const { format, type, ...rest } = schema
  if (format !== 'moment') return schema
  const forms: Schema[] = ['date-time', 'date'].map(each => ({ type: 'string', format: each }))
  return { ...rest, anyOf: [type].flat().includes('null') ? [...forms, { type: 'null' }] : forms }
}

/** `enum` says its type, and a choice between constants is one `enum`. */
function plainEnum(schema: Schema): Schema {
  const { anyOf, ...rest } = schema
  if (Array.isArray(schema.enum) && schema.enum.every(value => typeof value === 'string'))
    return { type: 'string', ...schema }
  if (!Array.isArray(anyOf) || !anyOf.every(each => typeof each?.const === 'string')) return schema
  return { type: 'string', enum: anyOf.map(each => each.const), ...rest }
}

/**
 * The operations with every shape that has a title named by it, and the shapes by name. Shapes that people talk about so
 * stand once in a document, and what is generated from it knows them by name. Throws when two shapes have one name.
 */
export function nameShapes(paths: PathItems): { paths: PathItems; schemas: Record<string, Schema> } {
  const schemas: Record<string, Schema> = {}
  function named(schema: Schema): Schema {
    const { title, ...shape } = plainEnum(plainMoment(withoutOwnKeywords(schema)))
    if (typeof title !== 'string') return shape
    const known = schemas[title]
    if (known && !isDeepStrictEqual(known, shape)) throw new Error(`Two shapes have the name ${title}`)
    schemas[title] = shape
    return { $ref: `#/components/schemas/${title}` }
  }
  const items = Object.entries(paths).map(([path, item]) => [
    path,
    Object.fromEntries(Object.entries(item).map(([method, each]) => [method, mapSchemas(each, named)])),
  ])
  const inOrder = Object.entries(schemas).sort(([a], [b]) => (a < b ? -1 : 1))
  return { paths: Object.fromEntries(items), schemas: Object.fromEntries(inOrder) }
}
