import Type from 'typebox'

/** The audit trail stores no values of a field that may contain `personal` data. */
type Common = { required?: boolean; description?: string; personal?: boolean }

/** A field of a record. Schemas, SQL columns, filters and imports derive from this description. */
export type Field = Common &
  (
    | { kind: 'text'; max?: number; oneOf?: readonly string[]; default?: string }
    | { kind: 'day' }
    | { kind: 'integer'; min?: number; default?: number }
    /** A number with at most two decimal places. */
    | { kind: 'decimal'; min: number; max: number; default?: number }
    | { kind: 'boolean'; default?: boolean }
    | { kind: 'texts'; oneOf?: readonly string[]; default?: readonly string[] }
    | { kind: 'integers' }
  )
export type Fields = Record<string, Field>

/** The range of PostgreSQL's `integer`. */
const INTEGER = { minimum: -2_147_483_648, maximum: 2_147_483_647 }
const MAX_TEXT_LENGTH = 10_000
const MAX_ITEMS = 200

function given(field: Field): Record<string, unknown> {
  switch (field.kind) {
    case 'text':
      return field.oneOf
        ? { type: 'string', enum: field.oneOf }
        : { type: 'string', maxLength: field.max ?? MAX_TEXT_LENGTH, minLength: field.required ? 1 : 0 }
    case 'day':
      return { type: 'string', format: 'moment' }
    case 'integer':
      return { type: 'integer', ...INTEGER, ...(field.min === undefined ? {} : { minimum: field.min }) }
    case 'decimal':
      return { type: 'number', minimum: field.min, maximum: field.max, multipleOf: 0.01 }
    case 'boolean':
      return { type: 'boolean' }
    case 'texts':
      return {
        type: 'array',
        maxItems: MAX_ITEMS,
        items: field.oneOf ? { type: 'string', enum: field.oneOf } : { type: 'string', maxLength: 2_000 },
      }
    case 'integers':
      return {
        type: 'array',
        maxItems: MAX_ITEMS,
        items: { type: 'integer', minimum: 1, maximum: INTEGER.maximum },
      }
  }
}

/** Also permits `null`, which sets an optional field to its default or clears it. */
function orNull(schema: Record<string, unknown>) {
  const { type, ...rest } = schema
  return {
    ...rest,
    type: [type, 'null'],
    ...(rest.enum ? { enum: [...(rest.enum as unknown[]), null] } : {}),
  }
}

const described = (field: Field, schema: Record<string, unknown>) => ({
  ...schema,
  ...('default' in field ? { description: `Absent or null: ${JSON.stringify(field.default)}` } : {}),
  ...(field.description ? { description: field.description } : {}),
})

/** Returns the names of the fields in responses: those of the record and those of the system. */
export const responseFields = (fields: Fields) => ['id', ...Object.keys(fields), 'createdAt', 'updatedAt']

/** Returns the schema for the body of a change: any subset of the fields. */
export const defineChangeSchema = (fields: Fields) =>
  Type.Unsafe<Record<string, unknown>>({
    type: 'object',
    properties: Object.fromEntries(
      Object.entries(fields).map(([name, field]) => [
        name,
        described(field, field.required ? given(field) : orNull(given(field))),
      ]),
    ),
  })

/** Returns the schema for the body of a creation, which must contain the required fields. */
export const defineCreationSchema = (fields: Fields) => ({
  ...defineChangeSchema(fields),
  required: Object.keys(fields).filter(name => fields[name]?.required),
})

const answered = (field: Field) => {
  const {
    type,
    items,
    enum: values,
  } = given(field) as { type: string; items?: { type: string }; enum?: string[] }
  const open = field.required || 'default' in field
  return {
    type: open ? type : [type, 'null'],
    ...(items ? { items: { type: items.type } } : {}),
    ...(values ? { enum: values } : {}),
    ...(field.description ? { description: field.description } : {}),
  }
}

const moment = { type: 'string', format: 'date-time' }

type Values = Record<'text' | 'day', string> &
  Record<'integer' | 'decimal', number> & { boolean: boolean; texts: string[]; integers: number[] }
type Answered<F extends Field> =
  | Values[F['kind']]
  | (F extends { required: true } | { default: unknown } ? never : null)

/** A record with these fields in a response; of unknown values if the fields are not known statically. */
export type RecordOf<F extends Fields> = string extends keyof F
  ? Record<string, unknown>
  : { id: number; createdAt: Date | string; updatedAt: Date | string } & {
      [Name in keyof F]: Answered<F[Name]>
    }

const answerSchema = <Answer>(fields: Fields, title: string, keywords: object) =>
  Type.Unsafe<Answer>({
    title,
    type: 'object',
    properties: {
      id: { type: 'integer' },
      ...Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, answered(field)])),
      createdAt: moment,
      updatedAt: moment,
    },
    ...keywords,
  })

/** Returns the schema of a record in a response: its fields and those of the system. */
export const defineRecordSchema = <F extends Fields>(fields: F, title: string) =>
  answerSchema<RecordOf<F>>(fields, title, { required: responseFields(fields) })

/** Returns the schema of a record of which some callers see only the `required` fields. */
export const defineOpenRecordSchema = <F extends Fields>(
  fields: F,
  title: string,
  required: readonly string[],
) =>
  answerSchema<Partial<RecordOf<F>>>(fields, `${title}Visible`, {
    required,
    description: `Fields other than ${required.join(', ')} are only returned to keys and staff with \`catalogue\` or \`warehouse\``,
  })

/** Returns the schema of a record in a list, where the query parameter `fields` may select some of its fields. */
export const definePartialRecordSchema = <F extends Fields>(fields: F, title: string) =>
  answerSchema<Partial<RecordOf<F>>>(fields, `${title}EnListe`, {})

/** Returns the value to store for a field: the given one (a decimal is rounded), else the default, else null. */
function storedValue(field: Field, given: unknown) {
  // Ajv also accepts doubles that differ slightly from a multiple of 0.01.
  if (field.kind === 'decimal' && typeof given === 'number') return Math.round(given * 100) / 100
  return given ?? ('default' in field ? field.default : null) ?? null
}

/** Returns the record that the body of a creation describes: all fields, with defaults or null for those not given. */
export function applyDefaults(fields: Fields, body: Record<string, unknown>) {
  const record: Record<string, unknown> = {}
  for (const [name, field] of Object.entries(fields)) record[name] = storedValue(field, body[name])
  return record
}

/** Returns the known fields in the body of a change; `null` becomes the default, if there is one. */
export function pickChanges(fields: Fields, body: Record<string, unknown>) {
  const change: Record<string, unknown> = {}
  for (const [name, field] of Object.entries(fields))
    if (body[name] !== undefined) change[name] = storedValue(field, body[name])
  return change
}
