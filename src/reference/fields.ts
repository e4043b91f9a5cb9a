import Type, { type TSchema } from 'typebox'

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

const columnTypes = {
  text: 'text',
  day: 'text',
  integer: 'integer',
  decimal: 'double precision',
  boolean: 'boolean',
  texts: 'text[]',
  integers: 'integer[]',
} as const

/** Column type of a field. A day is kept as it was written: `2027-01-31`, or a moment of that day. */
export const columnType = ({ kind }: Field) => columnTypes[kind]

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

const bodyOf = (fields: Fields) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [
      name,
      described(field, field.required ? given(field) : orNull(given(field))),
    ]),
  )

const requiredOf = (fields: Fields) => Object.keys(fields).filter(name => fields[name]?.required)

/** Names of the fields of an answer: those of the record and those of the system. */
export const answeredFields = (fields: Fields) => ['id', ...Object.keys(fields), 'createdAt', 'updatedAt']

/** The body of a creation. */
export const creationSchema = (fields: Fields): TSchema =>
  Type.Unsafe<Record<string, unknown>>({
    type: 'object',
    properties: bodyOf(fields),
    required: requiredOf(fields),
  })

/** The body of a change: any of the fields. */
export const changeSchema = (fields: Fields): TSchema =>
  Type.Unsafe<Record<string, unknown>>({ type: 'object', properties: bodyOf(fields) })

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

type Value<F extends Field> = F extends { kind: 'text' | 'day' }
  ? string
  : F extends { kind: 'integer' | 'decimal' }
    ? number
    : F extends { kind: 'boolean' }
      ? boolean
      : F extends { kind: 'texts' }
        ? string[]
        : number[]
type Answered<F extends Field> = F extends { required: true } | { default: unknown }
  ? Value<F>
  : Value<F> | null

/** A record with these fields, as it is answered. Of fields that are not known one by one, nothing is said. */
export type RecordOf<F extends Fields> = string extends keyof F
  ? Record<string, unknown>
  : { id: number; createdAt: Date | string; updatedAt: Date | string } & {
      [Name in keyof F]: Answered<F[Name]>
    }

const propertiesOf = (fields: Fields) => ({
  id: { type: 'integer' },
  ...Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, answered(field)])),
  createdAt: moment,
  updatedAt: moment,
})

/** A record as it is answered: its fields and those of the system. */
export const recordSchema = <F extends Fields>(fields: F, title: string) =>
  Type.Unsafe<RecordOf<F>>({
    title,
    type: 'object',
    properties: propertiesOf(fields),
    required: answeredFields(fields),
  })

/** A record of which not everybody is shown all. */
export const openRecordSchema = <F extends Fields>(fields: F, title: string, required: readonly string[]) =>
  Type.Unsafe<Partial<RecordOf<F>>>({
    title: `${title}Visible`,
    type: 'object',
    properties: propertiesOf(fields),
    required,
    description: `Beside ${required.join(', ')} only for keys and staff with \`catalogue\` or \`warehouse\``,
  })

/** A record in a list, which may be asked for some of its fields only. */
export const partialRecordSchema = <F extends Fields>(fields: F, title: string) =>
  Type.Unsafe<Partial<RecordOf<F>>>({
    title: `${title}EnListe`,
    type: 'object',
    properties: propertiesOf(fields),
  })

const absent = (field: Field) => ('default' in field ? field.default : null)

/** A decimal is the double nearest to it with its two decimals; Ajv takes one a hair beside it too. */
const normalise = (field: Field, given: unknown) =>
  field.kind === 'decimal' && typeof given === 'number' ? Math.round(given * 100) / 100 : given

/** The record that a creation body makes: its known fields, defaults where it is silent. */
export function completed(fields: Fields, body: Record<string, unknown>) {
  const record: Record<string, unknown> = {}
  for (const [name, field] of Object.entries(fields))
    record[name] = normalise(field, body[name]) ?? absent(field) ?? null
  return record
}

/** The known fields that a change names; `null` brings the default back, where there is one. */
export function changed(fields: Fields, body: Record<string, unknown>) {
  const change: Record<string, unknown> = {}
  for (const [name, field] of Object.entries(fields))
    if (body[name] !== undefined) change[name] = normalise(field, body[name]) ?? absent(field) ?? null
  return change
}
