import type { Tx } from './database.ts'
import { type Sql, sql } from './sql.ts'

/**
 * A counter is the sum of at most this many rows. The id of the connection's server process selects the row to update,
 * so writers seldom wait for each other.
 */
const SHARDS = 16

type Columns<Column extends string> = {
  /** The columns that identify a counter. Without any, the table is one counter. */
  keys?: readonly Column[]
  /** Further columns, written only when a row is inserted. */
  labels?: readonly Column[]
}

/**
 * Creates counters in a table of an area: a `nombre` for each `fragment` of each key, with the keys and `fragment` as
 * primary key. A transaction that adds to a counter blocks other writers of the same shard until it commits, so it
 * should add last.
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
    /** Adds differences to counters. No counter may occur twice. */
    async add(tx: Tx, differences: readonly (Record<Column, string> & { nombre: number })[]) {
      const changes = differences.filter(({ nombre }) => nombre !== 0)
      if (changes.length === 0) return
      // Sorted, so that two writers of the same shards do not deadlock.
      await tx.run(sql`
        insert into ${table} as counter (${written})
        select ${selected} from json_to_recordset(${sql.json(changes)}::json) as given (${given})
        order by ${key}
        on conflict (${key}) do update set nombre = counter.nombre + excluded.nombre`)
    },

    /** Returns an SQL fragment: the sum of the counters that match a condition, or of all counters. */
    total: (condition: Sql = sql`true`) =>
      sql`(select coalesce(sum(nombre), 0)::bigint from ${table} where ${condition})`,
  }
}
