import type { Database, Tx } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import type { Resource } from '../../resources.ts'
import { derivedOf, piecesOf, type StoredRecord } from './pieces.ts'

/** The records of these ids, locked in the order of ids, so that two who want the same ones wait in turn. */
export const lockRecords = (tx: Tx, resource: Resource, ids: readonly number[]) => {
  const { table, columns } = piecesOf(resource)
  return tx.rows(sql<StoredRecord>`
    select ${columns} from ${table}
    where id = any(${ids}::bigint[]) and "deletedAt" is null order by id for no key update`)
}

/** The records with these values of a field, in the order of creation. */
export const recordsBy = (db: Database, resource: Resource, field: string, values: readonly unknown[]) => {
  const { table, columns } = piecesOf(resource)
  return db.rows(sql<StoredRecord>`
    select ${columns} from ${table}
    where ${sql.identifier(field)} = any(${values}::text[]) and "deletedAt" is null order by id`)
}

/** Who holds each of these values of the unique field. */
export const holdersOf = async (db: Database, resource: Resource, keys: readonly string[]) => {
  const { table, unique } = piecesOf(resource)
  const rows = await db.rows(sql<{ id: number; key: string }>`
    select id, ${unique} as key from ${table} where ${unique} = any(${keys}::text[]) and "deletedAt" is null`)
  return new Map(rows.map(({ id, key }) => [key, id]))
}

/** Frees the values of the unique field that these locked records hold, for as long as records swap theirs. */
export const freeUnique = (tx: Tx, resource: Resource, ids: readonly number[]) => {
  const { table, unique } = piecesOf(resource)
  return tx.run(sql`
    update ${table} set ${unique} = ${unique} || chr(31) || id where id = any(${ids}::bigint[])`)
}

/** Changes records that are locked to what they shall be, whole. */
export function changeRecords(tx: Tx, resource: Resource, records: readonly StoredRecord[], now: Date) {
  const { table, columns, written, renewed } = piecesOf(resource)
  const given = records.map(record => ({
    given: record.id,
    change: { ...record, ...derivedOf(resource, record) },
  }))
  return tx.rows(sql<StoredRecord>`
    update ${table} t set (${written}, version, "updatedAt") = (
      select ${renewed}, t.version + 1, ${now}::timestamptz from json_populate_record(t, change) n)
    from json_to_recordset(${sql.json(given)}::json) as changes (given bigint, change json)
    where id = given
    returning ${columns}`)
}

/** Soft. The records as they were, without those that do not exist. Waits for who relates something to them. */
export const deleteRecords = (tx: Tx, resource: Resource, ids: readonly number[], now: Date) => {
  const { table, columns } = piecesOf(resource)
  return tx.rows(sql<StoredRecord>`
    update ${table} set "deletedAt" = ${now}, "updatedAt" = ${now}, version = version + 1
    where id in (
      select id from ${table}
      where id = any(${ids}::bigint[]) and "deletedAt" is null order by id for update)
    returning ${columns}`)
}
