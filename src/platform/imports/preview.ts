import Type, { type Static } from 'typebox'
import type { JsonSchema } from '../schemas.ts'
import type { Column } from './cells.ts'

/** The number of lines that show how a file is understood. */
const LINES = 10
const MAX_LENGTH = 200

export const Columns = Type.Array(Type.Object({ header: Type.String(), field: Type.String() }), {
  description: 'Columns of a CSV file that the import knows, with their fields',
})

export const PreviewLine = Type.Object({
  line: Type.Integer(),
  outcome: Type.Enum(['created', 'updated', 'unchanged', 'failed']),
  values: Type.Record(Type.String(), Type.String(), {
    description: 'The values as understood, by field; objects and lists as JSON, shortened',
  }),
  before: Type.Record(Type.String(), Type.String(), { description: 'The former values of changed fields' }),
})
export type PreviewLine = Static<typeof PreviewLine>

const shorten = (value: unknown) =>
  (typeof value === 'string' ? value : value == null ? '' : JSON.stringify(value)).slice(0, MAX_LENGTH)

/** Returns the given values of the fields that a schema contains, as text. */
const describe = (element: unknown, { properties = {} }: JsonSchema) =>
  typeof element === 'object' && element !== null
    ? Object.fromEntries(
        Object.entries(element)
          .filter(([name]) => Object.hasOwn(properties, name))
          .map(([name, value]) => [name, shorten(value)]),
      )
    : {}

/** Collects how an import understands the columns and the first lines of a file. */
export function createPreview(shape: JsonSchema) {
  let columns: readonly Column[] = []
  const lines = new Map<number, PreviewLine>()
  return {
    setColumns(found: readonly Column[]) {
      columns = found
    },
    /** Adds a line as read, before it is stored. */
    add(line: number, element: unknown) {
      // A repeated transaction adds the same lines again.
      if (lines.size < LINES || lines.has(line))
        lines.set(line, { line, outcome: 'failed', values: describe(element, shape), before: {} })
    },
    /** Sets the outcome of an added line that was stored: a text, or the former values of the fields that it changes. */
    setOutcome(line: number, stored: unknown) {
      const found = lines.get(line)
      if (!found) return
      const { before = {} } = (typeof stored === 'object' ? stored : {}) as { before?: object }
      const outcome = typeof stored === 'string' ? stored : 'updated'
      Object.assign(found, { outcome, before: describe(before, shape) })
    },
    /** Returns the column that an error names first, and its cell, to add them to the error. */
    findCell(error: string, cells: readonly string[] | undefined) {
      const words = error.match(/\w+/g) ?? []
      const column = words.flatMap(word => columns.find(({ field }) => field === word) ?? [])[0]
      return column && cells
        ? { column: column.header, value: (cells[column.at] ?? '').slice(0, MAX_LENGTH) }
        : {}
    },
    answer: () => ({
      columns: columns.map(({ header, field }) => ({ header, field })),
      preview: [...lines.values()],
    }),
  }
}
