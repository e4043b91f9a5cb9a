import { areaNames } from '../../src/areas.ts'

export type Schema = { [keyword: string]: unknown }
export type Parameter = { in: 'path' | 'query' | 'header'; name: string; required: boolean; schema: Schema }
/** `others`: alternative response types that a caller may request. */
export type Content = { type: string; schema: Schema; others?: readonly string[] }

export type Operation = {
  /** Its name, unique across areas. */
  id: string
  method: string
  path: string
  parameters: Parameter[]
  body: Content | undefined
  /** By status; undefined for a response without a body. */
  responses: Map<number, Content | undefined>
  errorCodes: readonly string[]
  /** Whether only a key gives access. */
  staffOnly: boolean
}

type Described = {
  operationId: string
  parameters?: Parameter[]
  requestBody?: { content: Record<string, { schema: Schema }> }
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>
  'x-error-codes': string[]
  security?: object[]
}
type Document = {
  paths: Record<string, Record<string, Described>>
  components: { schemas: Record<string, Schema> }
}

/** Replaces every shape reference in the value by the shape. */
function inlined(value: unknown, shapes: Record<string, Schema>): unknown {
  if (Array.isArray(value)) return value.map(item => inlined(item, shapes))
  if (typeof value !== 'object' || value === null) return value
  const { $ref } = value as { $ref?: string }
  if ($ref) return inlined(shapes[$ref.split('/').at(-1) ?? ''], shapes)
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, inlined(each, shapes)]))
}

const contentOf = (content: Record<string, { schema: Schema }> | undefined): Content | undefined => {
  const [first, ...others] = Object.entries(content ?? {})
  return first && { type: first[0], schema: first[1].schema, others: others.map(([type]) => type) }
}

const operationOf = (base: string, path: string, method: string, described: Described): Operation => ({
  id: described.operationId,
  method: method.toUpperCase(),
  path: base + path,
  parameters: described.parameters ?? [],
  body: contentOf(described.requestBody?.content),
  responses: new Map(
    Object.entries(described.responses).map(([status, { content }]) => [Number(status), contentOf(content)]),
  ),
  errorCodes: described['x-error-codes'],
  staffOnly: described.security?.every(way => 'key' in way) === true && described.security.length > 0,
})

/** Reads all operations of a running server: those on the bare host, and those only under an area's own prefix. */
export async function readOperations(url: string): Promise<Operation[]> {
  const found = new Map<string, Operation>()
  for (const base of ['', ...areaNames.map(area => `/${area}`)]) {
    const response = await fetch(`${url}${base}/api/swagger/json`)
    const { paths, components } = (await response.json()) as Document
    // The inlined value is still a document, without references.
    const whole = inlined(paths, components.schemas) as Document['paths']
    for (const [path, item] of Object.entries(whole))
      for (const [method, described] of Object.entries(item)) {
        const operation = operationOf(base, path, method, described)
        if (!found.has(operation.id)) found.set(operation.id, operation)
      }
  }
  return [...found.values()]
}
