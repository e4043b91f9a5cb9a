import type { TSchema } from 'typebox'
import type { JsonSchema } from '../schemas.ts'
import { wordsOf } from '../text.ts'
import type { ReaderFactory } from '../uploads/csv-records.ts'
import { invalidFile } from '../uploads/temporary-file.ts'

const NUMBER = /^-?\d{1,15}([.,]\d{1,10})?$/
const EUROS = /^(-?\d{1,10})(?:[.,](\d{1,2}))?$/
const FRENCH_DAY = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/
/** The spaces in `1 234`, which spreadsheets write as they show it. */
const THOUSANDS = /(?<=\d)[ \u00a0\u202f](?=\d{3}(?!\d))/g
/** The apostrophe by which an export prevents a spreadsheet from computing a text. */
const PROTECTION = /^'(?=[=+\-@\t\r])/
const BOOLEANS: Record<string, boolean> = {
  ...{ true: true, vrai: true, oui: true, 1: true },
  ...{ false: false, faux: false, non: false, 0: false },
}

const typesOf = ({ type = [], anyOf = [] }: JsonSchema): string[] => [
  ...[type].flat(),
  ...anyOf.flatMap(typesOf),
]
/** Returns a keyword of a schema that may be one of several, the other of which is null. */
const keywordOf = <Name extends 'items' | 'enum' | 'format'>(shape: JsonSchema, name: Name) =>
  shape[name] ?? shape.anyOf?.find(one => one[name])?.[name]

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** Parses a list: a JSON array, or values separated by `;` or `|`. */
const list = (text: string, items: JsonSchema) =>
  text.startsWith('[')
    ? parsed(text)
    : text
        .split(/[;|]/)
        .map(part => part.trim())
        .filter(part => part !== '')
        .map(part => cell(part, items))

/** Parses text, in which a day may be written in the French order. */
function textOf(text: string, shape: JsonSchema) {
  const [, day = '', month = '', year] = FRENCH_DAY.exec(text) ?? []
  const isDay = year && ['date', 'moment'].includes(keywordOf(shape, 'format') ?? '')
  return isDay ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` : text.replace(PROTECTION, '')
}

/** Parses a number such as `5,5`, `1 234` or `20 %`; text that is none remains. */
function numberOf(text: string) {
  const digits = text.replace(/\s*%$/, '').replace(THOUSANDS, '')
  return NUMBER.test(digits) ? Number(digits.replace(',', '.')) : text
}

/** Parses euros such as `1 234,50 €` to integer cents; text that is no such amount remains. */
function centsOf(text: string) {
  const amount = text.replace(/\s*€$/, '').replace(THOUSANDS, '')
  const [, euros, decimals = ''] = EUROS.exec(amount) ?? []
  return euros === undefined ? text : Number(`${euros}${decimals.padEnd(2, '0')}`)
}

/**
 * Parses a cell according to the schema of its column. An empty cell is null; text that does not parse remains text. Case,
 * accents and spaces of a value of an enumeration are ignored.
 */
function cell(given: string, shape: JsonSchema, isEuros = false): unknown {
  const text = given.trim()
  if (text === '') return null
  const known = keywordOf(shape, 'enum')?.find(value => keyOf(String(value)) === keyOf(text))
  if (known) return known
  const types = typesOf(shape)
  const accepts = (...names: string[]) => names.some(name => types.includes(name))
  if (accepts('string')) return textOf(text, shape)
  if (accepts('integer', 'number')) return isEuros ? centsOf(text) : numberOf(text)
  if (accepts('boolean')) return BOOLEANS[text.toLowerCase()] ?? text
  if (accepts('array')) return list(text, keywordOf(shape, 'items') ?? {})
  return accepts('object') ? parsed(text) : text
}

/** Other headers of fields than their names, by field. */
export type Headers = Readonly<Record<string, readonly string[]>>
/** A column of a file that the import knows. */
export type Column = { header: string; field: string; at: number; isEuros: boolean }

const CENTS = /Cents$/
/** Words that headers may omit: small words, units and technical endings of field names. */
const IGNORED = new Set('d de du des l la le les est en ttc jour m2 url id'.split(' '))

/** Returns the key by which headers are compared: words without case, accents, punctuation and plural. */
const keyOf = (header: string) =>
  wordsOf(header.replace(/(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/g, ' '))
    .map(word => word.replace(/(?<=..)s$/, ''))
    .filter(word => !IGNORED.has(word))
    .join('')

/**
 * Returns the known columns of a header. It names a field as JSON does, or in words such as `Date de fin de vie`. Fields
 * in cents are in euros if the header does not say `Cents`. A column with the name of the field in JSON excludes others. Throws a 400 for repeated columns, or if none is known.
 */
function findColumns(header: readonly string[], fields: readonly string[], headers: Headers): Column[] {
  const exact = new Map(fields.map(field => [field.toLowerCase(), field]))
  const byWords = new Map(
    fields.flatMap(field =>
      [field, field.replace(CENTS, ''), ...(headers[field] ?? [])].map(name => [keyOf(name), field]),
    ),
  )
  const named = header.map(written => exact.get(written.toLowerCase()))
  const columns = header.flatMap((written, at) => {
    const inWords = byWords.get(keyOf(written))
    const field = named[at] ?? (named.includes(inWords) ? undefined : inWords)
    return field
      ? [{ header: written, field, at, isEuros: CENTS.test(field) && !/cents/i.test(written) }]
      : []
  })
  const twice = columns.find(({ field }, i) => columns.findIndex(column => column.field === field) < i)
  if (twice) throw invalidFile(`The first line of the file names the column ${twice.field} twice`)
  if (columns.length === 0)
    throw invalidFile(
      `The first line of the file must name its columns, such as ${fields.slice(0, 5).join(', ')}`,
    )
  return columns
}

/**
 * Returns a function that takes the header of a CSV file and returns a reader, which converts the cells of a record to
 * an element as in a JSON file. Unknown columns are ignored and passed to `onUnknown`, the others to `onColumns`.
 */
export const createCellReader =
  (
    shape: TSchema,
    onUnknown: (name: string) => void = () => {},
    headers: Headers = {},
    onColumns: (columns: readonly Column[]) => void = () => {},
  ): ReaderFactory =>
  header => {
    const { properties = {} } = shape as JsonSchema
    const columns = findColumns(header, Object.keys(properties), headers)
    onColumns(columns)
    for (const [at, name] of header.entries()) if (!columns.some(column => column.at === at)) onUnknown(name)
    return cells =>
      Object.fromEntries(
        columns.map(({ field, at, isEuros }) => [
          field,
          cell(cells[at] ?? '', properties[field] ?? {}, isEuros),
        ]),
      )
  }
