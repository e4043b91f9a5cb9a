import Type, { type TObjectOptions, type TProperties, type TSchema } from 'typebox'

/** An object schema with a name, by which the documents refer to it. */
export const Shape = <Properties extends TProperties>(
  name: string,
  properties: Properties,
  options: TObjectOptions = {},
) => Type.Object(properties, { title: name, ...options })

/**
 * A named schema of a body whose unknown fields are refused (`parameters.ts`), so that a misspelled field is not mistaken
 * for an omitted one.
 */
export const ClosedShape = <Properties extends TProperties>(
  name: string,
  properties: Properties,
  options: TObjectOptions = {},
) => Shape(name, properties, { additionalProperties: false, ...options })

/** A page number from 1 to `maximum`. */
export const Page = (maximum = 1_000_000) =>
  Type.Integer({ minimum: 1, maximum, default: 1, description: 'Page number, from 1' })

/** The number of items on a page, 1 to 100. */
export const Limit = (byDefault: number) =>
  Type.Integer({ minimum: 1, maximum: 100, default: byDefault, description: 'Number of entries per page' })

/** The parameters of a list that returns all entries unless the caller requests a page. */
export const OptionalPage = {
  page: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000, description: 'Page number, from 1' })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, description: 'Number of entries per page' })),
}

/** The identifier of a record. */
export const Id = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })

/** A time: a Date in the code, ISO 8601 with milliseconds and Z on the wire. */
export const Timestamp = Type.Unsafe<Date | string>({ type: 'string', format: 'date-time' })

const momentAt = (dayMeans: 'first' | 'last') => (description?: string) => {
  const form = `ISO 8601; without a zone, Paris time. A date stands for its ${dayMeans} instant in Paris`
  return Type.String({ format: 'moment', description: description ? `${description}. ${form}` : form })
}
/**
 * A time in a request, parsed by `momentOf`; responses contain a `Timestamp`. The API documents describe its format as a
 * date or a date with time.
 */
export const Moment = momentAt('first')
/** A time in a request that ends a period. */
export const LastMoment = momentAt('last')

/** A calendar day, `YYYY-MM-DD`. */
export const Day = Type.String({ format: 'date' })

/** The languages of mails and of the pages that they lead to. The first is the default. */
export const LANGUAGES = ['fr', 'en'] as const
export type Language = (typeof LANGUAGES)[number]
export const Language = (description: string) => Type.Enum([...LANGUAGES], { description })

export const Nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()])

/** Schema of an HTML response. */
export const HtmlPage = (description: string) => Type.String({ description })

/** A field that a caller may leave out or set to null. */
export const Nullish = <T extends TSchema>(schema: T) => Type.Optional(Nullable(schema))

/** A page of a numbered list. */
export const PageOf = <Item extends TSchema>(name: string, item: Item) =>
  Shape(name, {
    data: Type.Array(item),
    total: Type.Integer(),
    page: Type.Integer(),
    limit: Type.Integer(),
  })

export type PageNumbers = { page: number; limit: number }

/** Awaits the rows and the total, which are read concurrently, and returns the page. */
export async function pageOf<Row>(
  { page, limit }: PageNumbers,
  rows: Promise<Row[]>,
  count: Promise<number>,
) {
  const [data, total] = await Promise.all([rows, count])
  return { data, total, page, limit }
}

export const Pagination = Shape('Pagination', {
  page: Type.Integer(),
  limit: Type.Integer(),
  total: Type.Integer(),
  totalPages: Type.Integer(),
})

export const paginationOf = (total: number, { page, limit }: PageNumbers) => ({
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

/** Removes undefined fields, because an optional field of a response is absent, never undefined. */
export const compact = <Fields extends object>(fields: Fields) =>
  // The return type of Object.fromEntries loses the names.
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Compact<Fields>
