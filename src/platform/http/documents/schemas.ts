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

/** Default descriptions of statuses. */
const meanings: Record<string, string> = {
  200: 'Success',
  201: 'Created',
  202: 'Accepted and processed in the background',
  204: 'Success without a body',
  303: 'The result is at the address in `Location`',
  400: 'A field, parameter or file is missing or malformed: `requete-invalide`, `json-invalide`',
  401: 'The key or token is missing or invalid: `cle-absente`, `cle-invalide`, `jeton-absent`, `jeton-invalide`',
  402: 'The amount that is due was not collected; the code, such as `-refuse` or `-annule`, names the reason',
  403: 'The key lacks the right, or the record belongs to another customer: `droit-absent`, `donnees-d-autrui`',
  404: 'The record does not exist; the code ends in `-inconnu` or `-inconnue` and names it',
  409: 'The state of the record does not allow the change; the code names the reason, such as `statut-incompatible`',
  412: 'The record changed after the caller read it: `modifie-entre-temps`',
  410: 'The link or the document is no longer available: `lien-expire`, `lien-bloque`, or a code that ends in `-archivee`',
  413: 'The body exceeds the limit of the route: `corps-trop-grand`',
  415: 'The media type or encoding of the body is not supported: `type-non-pris-en-charge`, `encodage-non-pris-en-charge`',
  422: 'The body is well-formed, but a rule forbids it; the code names the rule, such as `valeur-refusee`',
  429: 'Too many requests; retry after `Retry-After` seconds: `trop-de-requetes`, `trop-d-essais`',
  500: 'The server or an external application failed: `erreur-interne`, `application-en-erreur`',
  503: 'A dependency is unavailable; retry after `Retry-After` seconds: `service-indisponible`',
}

/** The description that @fastify/swagger writes by default. */
const NOTHING_SAID = 'Default Response'

/** The operation with words for each of its answers. */
export function explainResponses(operation: Operation): Operation {
  const { responses = {} } = operation
  return {
    ...operation,
    responses: Object.fromEntries(
      Object.entries(responses).map(([status, response]) => {
        const said = response.description !== NOTHING_SAID && response.description
        return [status, { ...response, description: said || (meanings[status] ?? `Status ${status}`) }]
      }),
    ),
  }
}
