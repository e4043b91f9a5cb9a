import type { Tx } from '../../src/platform/database/database.ts'
import type { Sql } from '../../src/platform/database/sql.ts'

/** A value that changes with each run of a script: `text` is the pgbench expression that replaces it. */
export type Variable = { value: unknown; text: string }

/**
 * Returns the statements that `work` sends, as text for pgbench. `work` calls the stores' own functions without a database,
 * so the benchmark runs the real statements. Values of `variables` become their text, all others literals.
 */
export async function renderStatements(variables: readonly Variable[], work: (tx: Tx) => Promise<unknown>) {
  const written: string[] = []
  const keep = (statement: Sql): undefined => void written.push(withValues(statement, variables))
  await work({
    rows: async statement => {
      keep(statement)
      return []
    },
    first: async statement => keep(statement),
    one: async <Row>(statement: Sql<Row>) => {
      keep(statement)
      // No statement has run, so the row is empty; its fields are not read.
      return {} as Row
    },
    value: async <Value>(statement: Sql<Record<string, Value>>) => keep(statement) as Value,
    column: async statement => {
      keep(statement)
      return []
    },
    run: async statement => {
      keep(statement)
      return 1
    },
    copy: () => Promise.reject(new Error('A copy cannot be part of a script')),
    afterCommit: () => {},
  })
  return written
}

function withValues({ text, values }: Sql, variables: readonly Variable[]) {
  const literal = (value: unknown): string => {
    const variable = variables.find(known => known.value === value)
    if (variable) return variable.text
    if (value === null || value === undefined) return 'null'
    if (Array.isArray(value)) return `array[${value.map(literal).join(', ')}]`
    if (value instanceof Date) return `timestamptz ${quoted(value.toISOString())}`
    if (typeof value === 'number' || typeof value === 'boolean') return String(value)
    return quoted(String(value))
  }
  const line = text.replace(/\s+/g, ' ').trim()
  return `${line.replace(/\$(\d+)/g, (_, place) => literal(values[Number(place) - 1]))};`
}

/** pgbench replaces a colon followed by a name, even inside a string literal. */
const quoted = (text: string) =>
  `E'${text.replaceAll('\\', '\\\\').replaceAll("'", "''").replaceAll(':', '\\x3a')}'`
