import { setImmediate } from 'node:timers/promises'
import { CopyRows } from '../../platform/database/copy.ts'
import type { Tx } from '../../platform/database/database.ts'
import { tryLock } from '../../platform/database/locks.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Resource } from '../resources.ts'
import { type NewRecord, searchWords, tableOf, type Values } from '../store.ts'

export const reserveIds = async (tx: Tx, resource: Resource, count: number) => {
  const sequence = `reference.${resource.table}_id_seq`
  const rows = await tx.rows(sql<{ id: number }>`
    select nextval(${sequence}::regclass) as id from generate_series(1, ${count}::integer)`)
  return rows.map(({ id }) => id)
}

/** Rows that are formatted at a time, about 2 ms, before other work on the event loop. */
const ROWS_AT_ONCE = 100

/** Inserts complete records with reserved ids, whose values of the unique field nobody has. */
export function copyRecords(tx: Tx, resource: Resource, records: readonly NewRecord[], now: Date) {
  const { table, written, types } = tableOf(resource)
  const names = Object.keys(types)
  const valuesOf = (record: NewRecord) => {
    const values: Values = {
      ...record,
      ...resource.derived?.from(record),
      mots: searchWords(resource, record),
    }
    return [record.id, ...names.map(name => values[name]), now, now]
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
 * For the transaction of a large import. Plans that were made while the table is small must be right when it is large, and
 * new entries of GIN indexes wait for `tidyIndexes`.
 */
export const prepareForMany = (tx: Tx) =>
  tx.run(sql`
    select set_config('enable_seqscan', 'off', true), set_config('gin_pending_list_limit', '64MB', true),
      set_config('work_mem', '64MB', true)`)

/** One import of a resource runs at a time: two would wait for each other's unique values. False while another one runs. */
export const lockImport = (tx: Tx, { table }: Resource) => tryLock(tx, 'reference.import', table)

export const analyzeRecords = (tx: Tx, resource: Resource) =>
  tx.run(sql`analyze ${tableOf(resource).table}`.unprepared())
