import type { Tx } from './database.ts'
import { sql } from './sql.ts'

/** The recorded rows of a table, each with a value for each column. */
export type RecordedTable = {
  name: string
  columns: string[]
  key: string[]
  /** Whether the database numbers its rows in `id`. */
  numbered: boolean
  /** Whether `nombre` is added to that of the row: a counter. */
  adds?: boolean
  added: unknown[][]
  /** Rows that exist with other values. */
  changed: unknown[][]
}

const tableOf = (name: string) => sql.join(name.split('.').map(sql.identifier), '.')

export const hasRows = (tx: Tx, name: string) =>
  tx.value(sql<{ any: boolean }>`select exists (select from ${tableOf(name)}) as any`)

type Rows = Omit<RecordedTable, 'added' | 'changed'> & { added: object[]; changed: object[] }

/** Inserts and changes the rows of a table, and lets its numbers continue after them. Ids that exist already throw. */
export async function insertRows(tx: Tx, { name, columns, key, numbered, adds, added, changed }: Rows) {
  const table = tableOf(name)
  const list = sql.join(columns.map(sql.identifier))
  const insert = (rows: object[]) => sql`
    insert into ${table} as known (${list}) overriding system value
    select ${list} from json_populate_recordset(null::${table}, ${sql.json(rows)}::json)`
  const upsert = (rows: object[]) => {
    const changes = columns
      .filter(column => !key.includes(column))
      .map(sql.identifier)
      .map(own => (adds ? sql`${own} = known.${own} + excluded.${own}` : sql`${own} = excluded.${own}`))
    return sql`${insert(rows)}
      on conflict (${sql.join(key.map(sql.identifier))}) do update set ${sql.join(changes)}`
  }
  if (added.length > 0) await tx.run((adds ? upsert(added) : insert(added)).unprepared())
  if (changed.length > 0) await tx.run(upsert(changed).unprepared())
  if (numbered)
    await tx.run(
      sql`select setval(pg_get_serial_sequence(${name}, 'id'), (select max(id) from ${table}))`.unprepared(),
    )
}
