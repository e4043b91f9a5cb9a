import Type, { type TProperties, type TSchema } from 'typebox'

/** An object that people talk about: the documents name it, and refer to it by its name. */
export const Shape = <Properties extends TProperties>(name: string, properties: Properties) =>
  Type.Object(properties, { title: name })

/**
 * The same, of a body in which a name that is not among these is refused (`unknown-names.ts`): a misspelt field must not be
 * taken for one that was left out.
 */
export const ClosedShape = <Properties extends TProperties>(name: string, properties: Properties) =>
  Type.Object(properties, { title: name, additionalProperties: false })

/** A page number: from 1, bounded where the interface bounds it. */
export const Page = (maximum = 1_000_000) =>
  Type.Integer({ minimum: 1, maximum, default: 1, description: 'Which page, from 1' })

/** How many items a page holds: 1 to 100 unless the interface says otherwise. */
export const Limit = (byDefault: number) =>
  Type.Integer({ minimum: 1, maximum: 100, default: byDefault, description: 'How many a page holds' })

/** The identifier of a record. */
export const Id = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })

/** A moment: a Date inside, ISO 8601 with milliseconds and Z on the wire. */
export const Timestamp = Type.Unsafe<Date | string>({ type: 'string', format: 'date-time' })

const momentAt = (dayMeans: 'first' | 'last') => (description?: string) => {
  const form = `ISO 8601: without a zone Paris time, a date alone its ${dayMeans} instant there`
  return Type.String({ format: 'moment', description: description ? `${description}; ${form}` : form })
}
/** A moment as callers may write it: read by `momentOf`. Answers carry a `Timestamp`. Documents describe both forms. */
export const Moment = momentAt('first')
/** The same where it ends a period. */
export const LastMoment = momentAt('last')

/** A calendar day, `YYYY-MM-DD`. */
export const Day = Type.String({ format: 'date' })

export const Nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()])

/** A field that a caller may leave out or set to null. */
export const Nullish = <T extends TSchema>(schema: T) => Type.Optional(Nullable(schema))

/** A page of a list that is asked for by number. */
export const PageOf = <Item extends TSchema>(name: string, item: Item) =>
  Shape(name, {
    data: Type.Array(item),
    total: Type.Integer(),
    page: Type.Integer(),
    limit: Type.Integer(),
  })

/** `{page, limit, total, totalPages}` */
export const Pagination = Shape('Pagination', {
  page: Type.Integer(),
  limit: Type.Integer(),
  total: Type.Integer(),
  totalPages: Type.Integer(),
})

export const paginationOf = (total: number, { page, limit }: { page: number; limit: number }) => ({
  page,
  limit,
  total,
  totalPages: Math.ceil(total / limit),
})

type Compact<Fields> = {
  [Name in keyof Fields as undefined extends Fields[Name] ? never : Name]: Fields[Name]
} & {
  [Name in keyof Fields as undefined extends Fields[Name] ? Name : never]?: Exclude<Fields[Name], undefined>
}

/** The fields that have a value: an optional field of an answer is absent, never undefined. */
export const compact = <Fields extends object>(fields: Fields) =>
  // Object.fromEntries forgets which names there were.
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Compact<Fields>
