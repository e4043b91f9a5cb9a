import type { Database, Tx } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import type { RecordOf } from '../fields.ts'
import type { Resource } from '../resources.ts'
import { deriveColumns, fragmentsOf, type StoredRecord, type Values } from '../store.ts'

/** Locks the existing records with these ids, in the order of ids to prevent deadlocks, and returns them. */
export const lockRecords = (tx: Tx, resource: Resource, ids: readonly number[]) => {
  const { table, columns } = fragmentsOf(resource)
  return tx.rows(sql<StoredRecord>`
    select ${columns} from ${table}
    where id = any(${ids}::bigint[]) and "deletedAt" is null order by id for no key update`)
}

/** Returns the records with these values of a field, in the order of creation. */
export const findRecordsBy = (
  db: Database,
  resource: Resource,
  field: string,
  values: readonly unknown[],
) => {
  const { table, columns } = fragmentsOf(resource)
  return db.rows(sql<StoredRecord>`
    select ${columns} from ${table}
    where ${sql.identifier(field)} = any(${values}::text[]) and "deletedAt" is null order by id`)
}

/** Gives locked records temporary values of the unique field, so that records can swap values. */
export const assignTemporaryValues = (tx: Tx, resource: Resource, unique: string, ids: readonly number[]) => {
  const column = sql.identifier(unique)
  return tx.run(sql`
    update ${fragmentsOf(resource).table} set ${column} = ${column} || chr(31) || id where id = any(${ids}::bigint[])`)
}

/** Replaces all fields of locked records and returns their new states. */
export function changeRecords(tx: Tx, resource: Resource, records: readonly StoredRecord[], now: Date) {
  const { table, columns, written, renewed } = fragmentsOf(resource)
  const given = records.map(record => ({
    given: record.id,
    change: { ...record, ...deriveColumns(resource, record) },
  }))
  return tx.rows(sql<StoredRecord>`
    update ${table} t set (${written}, version, "updatedAt") = (
      select ${renewed}, t.version + 1, ${now}::timestamptz from json_populate_record(t, change) n)
    from json_to_recordset(${sql.json(given)}::json) as changes (given bigint, change json)
    where id = given
    returning ${columns}`)
}

/**
 * Soft-deletes records and returns those that existed. Waits for transactions that have locked them in order to refer
 * to them.
 */
export const deleteRecords = (tx: Tx, resource: Resource, ids: readonly number[], now: Date) => {
  const { table, columns } = fragmentsOf(resource)
  return tx.rows(sql<StoredRecord>`
    update ${table} set "deletedAt" = ${now}, "updatedAt" = ${now}, version = version + 1
    where id in (
      select id from ${table}
      where id = any(${ids}::bigint[]) and "deletedAt" is null order by id for update)
    returning ${columns}`)
}

/** Returns the existing records with these ids, by id. */
export const findRecords = async <R extends Resource>(db: Database, resource: R, ids: readonly number[]) => {
  const { table, columns } = fragmentsOf(resource)
  const found = await db.rows(sql<StoredRecord & RecordOf<R['fields']>>`
    select ${columns} from ${table} where id = any(${ids}::bigint[]) and "deletedAt" is null`)
  return new Map(found.map(record => [record.id, record]))
}

/** Inserts a complete record and returns its id; undefined if another record has its value of the unique field. */
export async function insertRecord(tx: Tx, resource: Resource, values: Values, now: Date) {
  const { table, written, renewed } = fragmentsOf(resource)
  const given = { ...values, ...deriveColumns(resource, values) }
  const inserted = await tx.first(sql<{ id: number }>`
    insert into ${table} (${written}, "createdAt", "updatedAt")
    select ${renewed}, ${now}::timestamptz, ${now}::timestamptz
    from json_populate_record(null::${table}, ${sql.json(given)}::json) n
    on conflict do nothing
    returning id`)
  return inserted?.id
}

/** Returns the ids without a record. */
export const findMissingRecords = async (db: Database, resource: Resource, ids: readonly number[]) => {
  const found = await db.column(sql<{ id: number }>`
    select id from ${fragmentsOf(resource).table} where id = any(${ids}::bigint[]) and "deletedAt" is null`)
  const present = new Set(found)
  return ids.filter(id => !present.has(id))
}
