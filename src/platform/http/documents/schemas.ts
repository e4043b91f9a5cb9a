import { isDeepStrictEqual } from 'node:util'

/** A schema as it stands in a document. */
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

export const ofEach = <In, Out>(record: Record<string, In>, change: (value: In) => Out) =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]))

/** Keywords that contain schemas: by name, in a list, or one. */
const NAMED = ['properties', 'patternProperties', '$defs']
const LISTED = ['anyOf', 'oneOf', 'allOf', 'prefixItems']
const SINGLE = ['items', 'additionalProperties', 'not']

/** The schema with `change` made to it and to every schema in it, the inner ones first. */
function mapSchema(schema: Schema, change: (schema: Schema) => Schema): Schema {
  const inner = (value: unknown) => (isSchema(value) ? mapSchema(value, change) : value)
  return change(
    Object.fromEntries(
      Object.entries(schema).map(([keyword, value]) => {
        if (NAMED.includes(keyword) && isSchema(value)) return [keyword, ofEach(value, inner)]
        if (LISTED.includes(keyword) && Array.isArray(value)) return [keyword, value.map(inner)]
        return [keyword, SINGLE.includes(keyword) ? inner(value) : value]
      }),
    ),
  )
}

/** The operation with `change` made to every schema in it, the inner ones first. */
function mapSchemas(operation: Operation, change: (schema: Schema) => Schema): Operation {
  const { parameters, requestBody, responses } = operation
  const inside = <T extends Media>(part: T): T =>
    part.schema ? { ...part, schema: mapSchema(part.schema, change) } : part
  const contained = <T extends Content>(part: T): T =>
    part.content ? { ...part, content: ofEach(part.content, inside) } : part
  return {
    ...operation,
    ...(parameters ? { parameters: parameters.map(inside) } : {}),
    ...(requestBody ? { requestBody: contained(requestBody) } : {}),
    ...(responses ? { responses: ofEach(responses, contained) } : {}),
  }
}

type PathItems = Record<string, Record<string, Operation>>

/** Without the keywords that only our own reading of bodies and queries knows. */
function withoutOwnKeywords({ trim: _, asGiven: __, keepEmpty, ...schema }: Schema): Schema {
  if (!keepEmpty) return schema
  const { description, ...rest } = schema
  return { ...rest, description: [description, 'empty: nothing is found'].filter(Boolean).join('; ') }
}

/** A moment in standard formats. */
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
