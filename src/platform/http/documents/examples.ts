import { mapValues, type Operation, type Schema } from './schemas.ts'

/** Example values by field name; the first value that matches the field's schema is used. */
export type ExampleValues = Record<string, readonly unknown[]>

type Shapes = Record<string, Schema>

const JSON_TYPE = 'application/json'

const formats: Record<string, string> = {
  date: '2026-11-22',
  'date-time': '2026-11-22T16:05:00.000Z',
  email: 'claire.martin@example.fr',
  uri: 'https://boutique.example/retour',
  uuid: '0f8a5c3e-6d0b-4f52-9b1c-7f6a2e9d4c11',
}

function typeOf(value: unknown): string {
  if (value === null) return 'null'
  return Number.isInteger(value) ? 'integer' : typeof value
}

/** Whether a value matches the type of a schema and, for dates and times, its format. */
function isAllowed(value: unknown, { type, format, properties }: Schema): boolean {
  const types = [type].flat()
  const isTyped = types.includes(typeOf(value)) || (typeof value === 'number' && types.includes('number'))
  if (typeof value !== 'string') return isTyped && !properties
  return isTyped && (format === 'date-time' ? value.includes('T') : format !== 'date' || !value.includes('T'))
}

/** Returns a function that creates an example for a schema; `shapes` are the named schemas of the document. */
function createExamples(values: ExampleValues, shapes: Shapes) {
  /** An example response has every field; an example body has the required ones or, if none is required, the first. */
  function objectOf({ properties = {}, required = [] }: Schema, isBody: boolean) {
    const all = Object.entries(properties as Shapes)
    const needed = all.filter(([name]) => (required as string[]).includes(name))
    const chosen = needed.length > 0 ? needed : all.slice(0, 1)
    return Object.fromEntries(
      (isBody ? chosen : all).map(([name, schema]) => [name, exampleOf(schema, isBody, name)]),
    )
  }

  function exampleOf(schema: Schema, isBody: boolean, field = ''): unknown {
    const { $ref, anyOf, examples, type, format, items, minItems } = schema
    if (typeof $ref === 'string') return exampleOf(shapes[$ref.split('/').at(-1) ?? ''] ?? {}, isBody, field)
    if (Array.isArray(examples)) return examples[0]
    if (Array.isArray(schema.enum)) return schema.enum[0]
    const named = values[field]?.find(value => isAllowed(value, schema))
    if (named !== undefined) return named
    if (Array.isArray(anyOf)) {
      const alternative = anyOf.find(each => values[field]?.some(value => isAllowed(value, each)))
      return exampleOf(alternative ?? anyOf.find(each => each.type !== 'null') ?? anyOf[0], isBody, field)
    }
    if (type === 'object' || schema.properties) return objectOf(schema, isBody)
    if ([type].flat().includes('array'))
      return Array.from({ length: Number(minItems ?? 1) }, () => exampleOf(items as Schema, isBody, field))
    if ([type].flat().includes('string')) return formats[String(format)] ?? 'texte'
    if (type === 'boolean') return true
    return type === undefined ? (values[field]?.[0] ?? {}) : Math.max(1, Number(schema.minimum ?? 1))
  }

  return exampleOf
}

/** Returns the operations with an example for each JSON body and each successful JSON response. */
export function addExamples(
  paths: Record<string, Record<string, Operation>>,
  { values, shapes }: { values: ExampleValues; shapes: Shapes },
) {
  const exampleOf = createExamples(values, shapes)
  const inContent = <Part extends NonNullable<Operation['requestBody']>>(part: Part, isBody: boolean) => {
    const media = part.content?.[JSON_TYPE]
    if (!media?.schema) return part
    const example = exampleOf(media.schema, isBody)
    return { ...part, content: { ...part.content, [JSON_TYPE]: { ...media, example } } }
  }
  return mapValues(paths, item =>
    mapValues(item, ({ requestBody, responses = {}, ...operation }) => ({
      ...operation,
      ...(requestBody && { requestBody: inContent(requestBody, true) }),
      responses: Object.fromEntries(
        Object.entries(responses).map(([status, response]) => [
          status,
          status.startsWith('2') ? inContent(response, false) : response,
        ]),
      ),
    })),
  )
}
