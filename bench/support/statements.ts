import type { Tx } from '../../src/platform/database/database.ts'
import type { Sql } from '../../src/platform/database/sql.ts'

/** A value that each run of a script has anew: `text` is what pgbench puts in its place. */
export type Variable = { value: unknown; text: string }

/**
 * The statements that `work` sends, as text for pgbench: the stores' own functions are called with nothing behind them, so
 * what is measured is what runs. A value that is one of the variables becomes their text, any other a literal.
 */
export async function statementsOf(variables: readonly Variable[], work: (tx: Tx) => Promise<unknown>) {
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
      // Nothing has run, so there is no row: what it says is not looked at.
      return {} as Row
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

/** pgbench takes a colon and a name for a variable, in the middle of a text too. */
const quoted = (text: string) =>
  `E'${text.replaceAll('\\', '\\\\').replaceAll("'", "''").replaceAll(':', '\\x3a')}'`
