import type { Tx } from '../../platform/database/database.ts'
import { tryLock } from '../../platform/database/locks.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Resource } from '../resources.ts'
import { deriveColumns, fragmentsOf, type NewRecord } from '../store.ts'

export const reserveIds = (tx: Tx, { table }: Resource, count: number) =>
  tx.column(sql<{ id: number }>`
    select nextval(${`reference.${table}_id_seq`}::regclass) as id from generate_series(1, ${count}::integer)`)

/** Inserts complete records with reserved ids. Their values of the unique field must be free. */
export function copyRecords(tx: Tx, resource: Resource, records: readonly NewRecord[], now: Date) {
  const { table, written, names } = fragmentsOf(resource)
  const rowOf = (record: NewRecord) => {
    const values = { ...record, ...deriveColumns(resource, record) }
    return [record.id, ...names.map(name => values[name]), now, now]
  }
  return tx.copy(
    sql`copy ${table} (id, ${written}, "createdAt", "updatedAt") from stdin`,
    records.values().map(rowOf),
  )
}

/**
 * Prepares the transaction of an import. Sequential scans are disabled, because plans made while the table is small
 * must suit a large one; new entries of GIN indexes wait for `mergePendingLists`.
 */
export const prepareImport = (tx: Tx) =>
  tx.run(sql`
    select set_config('enable_seqscan', 'off', true), set_config('gin_pending_list_limit', '64MB', true),
      set_config('work_mem', '64MB', true)`)

/**
 * Tries to lock a resource for an import, because two imports would wait for each other's unique values. Returns false
 * while another import of the resource is running.
 */
export const tryLockImport = (tx: Tx, { table }: Resource) => tryLock(tx, 'reference.import', table)

export const analyzeRecords = (tx: Tx, resource: Resource) =>
  tx.run(sql`analyze ${fragmentsOf(resource).table}`.unprepared())
