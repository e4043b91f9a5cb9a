import Type from 'typebox'

type Common = { required?: boolean; description?: string }

/** A field of a record, as the interface describes it: everything else about it is derived. */
export type Field = Common &
  (
    | { kind: 'text'; max?: number; oneOf?: readonly string[]; default?: string }
    | { kind: 'day' }
    | { kind: 'integer'; min?: number; default?: number }
    /** With two decimals at most. */
    | { kind: 'decimal'; min: number; max: number; default?: number }
    | { kind: 'boolean'; default?: boolean }
    | { kind: 'texts'; oneOf?: readonly string[]; default?: readonly string[] }
    | { kind: 'integers' }
  )
export type Fields = Record<string, Field>

/** The range of PostgreSQL's `integer`. */
const INTEGER = { minimum: -2_147_483_648, maximum: 2_147_483_647 }
const LONGEST_TEXT = 10_000
const MOST_ITEMS = 200

function given(field: Field): Record<string, unknown> {
  switch (field.kind) {
    case 'text':
      return field.oneOf
        ? { type: 'string', enum: field.oneOf }
        : { type: 'string', maxLength: field.max ?? LONGEST_TEXT, minLength: field.required ? 1 : 0 }
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
        maxItems: MOST_ITEMS,
        items: field.oneOf ? { type: 'string', enum: field.oneOf } : { type: 'string', maxLength: 2_000 },
      }
    case 'integers':
      return {
        type: 'array',
        maxItems: MOST_ITEMS,
        items: { type: 'integer', minimum: 1, maximum: INTEGER.maximum },
      }
  }
}

/** `null` clears a field that may be absent. */
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

/** Names of the fields of an answer: those of the record and those of the system. */
export const answeredFields = (fields: Fields) => ['id', ...Object.keys(fields), 'createdAt', 'updatedAt']

/** The body of a change: any of the fields. */
export const changeSchema = (fields: Fields) =>
  Type.Unsafe<Record<string, unknown>>({
    type: 'object',
    properties: Object.fromEntries(
      Object.entries(fields).map(([name, field]) => [
        name,
        described(field, field.required ? given(field) : orNull(given(field))),
      ]),
    ),
  })

/** The body of a creation. */
export const creationSchema = (fields: Fields) => ({
  ...changeSchema(fields),
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

/** A record with these fields, as it is answered. Of fields that are not known one by one, nothing is said. */
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

/** A record as it is answered: its fields and those of the system. */
export const recordSchema = <F extends Fields>(fields: F, title: string) =>
  answerSchema<RecordOf<F>>(fields, title, { required: answeredFields(fields) })

/** A record of which not everybody is shown all. */
export const openRecordSchema = <F extends Fields>(fields: F, title: string, required: readonly string[]) =>
  answerSchema<Partial<RecordOf<F>>>(fields, `${title}Visible`, {
    required,
    description: `Beside ${required.join(', ')} only for keys and staff with \`catalogue\` or \`warehouse\``,
  })

/** A record in a list, which may be asked for some of its fields only. */
export const partialRecordSchema = <F extends Fields>(fields: F, title: string) =>
  answerSchema<Partial<RecordOf<F>>>(fields, `${title}EnListe`, {})

/** The value that a body sets a field to: the given one, else the default where there is one. */
function storedValue(field: Field, given: unknown) {
  // A decimal is the double nearest to it with its two decimals; Ajv takes one a hair beside it too.
  if (field.kind === 'decimal' && typeof given === 'number') return Math.round(given * 100) / 100
  return given ?? ('default' in field ? field.default : null) ?? null
}

/** The record that a creation body makes: its known fields, defaults where it is silent. */
export function completed(fields: Fields, body: Record<string, unknown>) {
  const record: Record<string, unknown> = {}
  for (const [name, field] of Object.entries(fields)) record[name] = storedValue(field, body[name])
  return record
}

/** The known fields that a change names; `null` brings the default back, where there is one. */
export function changed(fields: Fields, body: Record<string, unknown>) {
  const change: Record<string, unknown> = {}
  for (const [name, field] of Object.entries(fields))
    if (body[name] !== undefined) change[name] = storedValue(field, body[name])
  return change
}
