import type { TSchema } from 'typebox'
import type { JsonSchema } from '../schemas.ts'
import type { ReaderFactory } from '../uploads/csv-records.ts'
import { invalidFile } from '../uploads/temporary-file.ts'

const NUMBER = /^-?\d{1,15}([.,]\d{1,10})?$/
const BOOLEANS: Record<string, boolean> = {
  ...{ true: true, vrai: true, oui: true, 1: true },
  ...{ false: false, faux: false, non: false, 0: false },
}

const typesOf = ({ type = [], anyOf = [] }: JsonSchema): string[] => [
  ...[type].flat(),
  ...anyOf.flatMap(typesOf),
]
const itemsOf = ({ items, anyOf = [] }: JsonSchema): JsonSchema =>
  items ?? anyOf.find(one => one.items)?.items ?? {}

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

/**
 * Parses a cell according to the schema of its column. An empty cell is null; text that does not parse remains text.
 */
function cell(given: string, shape: JsonSchema): unknown {
  const text = given.trim()
  if (text === '') return null
  const types = typesOf(shape)
  const accepts = (...names: string[]) => names.some(name => types.includes(name))
  if (accepts('string')) return text
  if (accepts('integer', 'number') && NUMBER.test(text)) return Number(text.replace(',', '.'))
  if (accepts('boolean')) return BOOLEANS[text.toLowerCase()] ?? text
  if (accepts('array')) return list(text, itemsOf(shape))
  return accepts('object') ? parsed(text) : text
}

/**
 * Returns a function that takes the header of a CSV file and returns a reader, which converts the cells of a record to
 * an element as in a JSON file. Unknown columns are ignored and passed to `onUnknown`.
 */
export const createCellReader =
  (shape: TSchema, onUnknown: (name: string) => void = () => {}): ReaderFactory =>
  header => {
    const { properties = {} } = shape as JsonSchema
    const names = new Map(Object.keys(properties).map(name => [name.toLowerCase(), name]))
    const columns = header.flatMap((written, at) => {
      const name = names.get(written.toLowerCase())
      if (name !== undefined) return [{ name, at, shape: properties[name] ?? {} }]
      onUnknown(written)
      return []
    })
    const twice = columns.find(({ name }, i) => columns.findIndex(column => column.name === name) < i)
    if (twice) throw invalidFile(`The first line of the file names the column ${twice.name} twice`)
    if (columns.length === 0)
      throw invalidFile(
        `The first line of the file must name its columns, such as ${[...names.values()].slice(0, 5).join(', ')}`,
      )
    return cells =>
      Object.fromEntries(columns.map(({ name, at, shape }) => [name, cell(cells[at] ?? '', shape)]))
  }
