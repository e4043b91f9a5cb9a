import type { Tx } from './database.ts'
import { type Sql, sql } from './sql.ts'

/** A counter is the sum of so many rows: a connection adds to its own, so that two writers seldom wait for one another. */
const SHARDS = 16

type Columns<Column extends string> = {
  /** The columns that identify a counter. Without any, the table is one counter. */
  keys?: readonly Column[]
  /** Further columns, written when a counter is created. */
  labels?: readonly Column[]
}

/**
 * Counters in a table of an area: `nombre` for each `fragment` of each key, these being the primary key. Until it commits,
 * a transaction that has added to a counter holds up those that add to the same shard of it: add last.
 */
export function createCounters<Column extends string = never>(
  table: Sql,
  { keys = [], labels = [] }: Columns<Column> = {},
) {
  const columns = [...keys, ...labels].map(sql.identifier)
  const written = sql.join([...columns, sql`fragment`, sql`nombre`])
  const selected = sql.join([...columns, sql`pg_backend_pid() % ${SHARDS} as fragment`, sql`nombre`])
  const given = sql.join([...columns.map(column => sql`${column} text`), sql`nombre bigint`])
  const key = sql.join([...keys.map(sql.identifier), sql`fragment`])

  return {
    /** The differences are of counters of which no two are the same. */
    async add(tx: Tx, differences: readonly (Record<Column, string> & { nombre: number })[]) {
      const changes = differences.filter(({ nombre }) => nombre !== 0)
      if (changes.length === 0) return
      // Sorted, so that two writers of the same shard do not wait for each other crosswise.
      await tx.run(sql`
        insert into ${table} as counter (${written})
        select ${selected} from json_to_recordset(${sql.json(changes)}::json) as given (${given})
        order by ${key}
        on conflict (${key}) do update set nombre = counter.nombre + excluded.nombre`)
    },

    /** The sum of the counters whose columns hold a condition, of all without one: a piece of a statement. */
    total: (holds: Sql = sql`true`) =>
      sql`(select coalesce(sum(nombre), 0)::bigint from ${table} where ${holds})`,
  }
}
