/** A schema as it stands in a document. */
export type Schema = { [keyword: string]: unknown }
type Media = { schema?: Schema }
type Content = { content?: Record<string, Media>; description?: string }
export type Operation = {
  parameters?: { schema?: Schema; [field: string]: unknown }[]
  requestBody?: Content
  responses?: Record<string, Content>
  tags?: string[]
  security?: Record<string, string[]>[]
  [field: string]: unknown
}

const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const ofEach = <In, Out>(record: Record<string, In>, change: (value: In) => Out) =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]))

/** Where a schema holds other schemas: by name, in a list, or one. */
const NAMED = ['properties', 'patternProperties', '$defs']
const LISTED = ['anyOf', 'oneOf', 'allOf', 'prefixItems']
const SINGLE = ['items', 'additionalProperties', 'not']

/** The schema with `change` made to it and to every schema in it, the inner ones first. */
export function mapSchema(schema: Schema, change: (schema: Schema) => Schema): Schema {
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
export function mapSchemas(operation: Operation, change: (schema: Schema) => Schema): Operation {
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
