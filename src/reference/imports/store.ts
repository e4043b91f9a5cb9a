import { setImmediate } from 'node:timers/promises'
import { CopyRows } from '../../platform/database/copy.ts'
import type { Tx } from '../../platform/database/database.ts'
import { tryLock } from '../../platform/database/locks.ts'
import { sql } from '../../platform/database/sql.ts'
import { type NewRecord, piecesOf, searchWords, type Values } from '../records/store/pieces.ts'
import type { Resource } from '../resources.ts'

/** Ids for records that are to be written, and which of their values of the unique field are held. */
export async function reserveIds(
  tx: Tx,
  resource: Resource,
  records: readonly Values[],
): Promise<{ ids: number[]; held: Set<string> }> {
  const { table, unique, sequence } = piecesOf(resource)
  const field = resource.unique
  const keys = field ? records.map(values => values[field]) : []
  const row = await tx.one(sql<{ ids: string[]; held: string[] | null }>`
    select
      (select array_agg(nextval(${sequence}::regclass)) from generate_series(1, ${records.length}::integer)) as ids,
      (select array_agg(${unique}) from ${table}
        where ${unique} = any(${keys}::text[]) and "deletedAt" is null) as held`)
  return { ids: row.ids.map(Number), held: new Set(row.held) }
}

/** So many rows are made at once before other requests have their turn: about 2 ms. */
const ROWS_AT_ONCE = 100

/** Adds complete records with ids of their own, whose values of the unique field nobody holds. */
export function copyRecords(tx: Tx, resource: Resource, records: readonly NewRecord[], now: Date) {
  const { table, written, types } = piecesOf(resource)
  const fields = Object.keys(resource.fields)
  const derived = Object.keys(resource.derived?.columns ?? {})
  const valuesOf = (record: NewRecord) => {
    const more = resource.derived?.from(record)
    return [
      record.id,
      ...fields.map(name => record[name]),
      ...derived.map(name => more?.[name]),
      ...[searchWords(resource, record), now, now],
    ]
  }
  async function* rows() {
    const writer = new CopyRows(['bigint', ...Object.values(types), 'timestamptz', 'timestamptz'])
    for (let from = 0; from < records.length; from += ROWS_AT_ONCE) {
      for (const record of records.slice(from, from + ROWS_AT_ONCE)) writer.add(valuesOf(record))
      yield writer.take()
      await setImmediate()
    }
  }
  return tx.copy(
    sql`copy ${table} (id, ${written}, "createdAt", "updatedAt") from stdin with (format binary)`,
    rows(),
  )
}

/**
 * For the transaction of a large import. The plans of its statements, made while the table is small, must hold when it is
 * large. New words wait for who tidies the indexes.
 */
export const prepareForMany = (tx: Tx) =>
  tx.run(sql`
    select set_config('enable_seqscan', 'off', true), set_config('gin_pending_list_limit', '64MB', true),
      set_config('work_mem', '64MB', true)`)

/** One import of a resource at a time: they would wait for each other's unique values. False while another has the turn. */
export const takeTurnToImport = (tx: Tx, { table }: Resource) => tryLock(tx, 'reference.import', table)

export const analyzeRecords = (tx: Tx, resource: Resource) =>
  tx.run(sql`analyze ${piecesOf(resource).table}`.unprepared())
