import type { Database, Tx } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import type { RecordOf } from '../../fields.ts'
import type { Resource } from '../../resources.ts'
import { derivedOf, piecesOf, type StoredRecord, type Values } from './pieces.ts'

export const findRecord = <R extends Resource>(db: Database, resource: R, id: number) => {
  const { table, columns } = piecesOf(resource)
  const record = sql<
    StoredRecord & RecordOf<R['fields']>
  >`select ${columns} from ${table} where id = ${id} and "deletedAt" is null`
  return db.first(record.pointRead())
}

/**
 * Inserts complete records, in their order. Gives the ids by position; none for one whose unique field another record
 * holds, be it an earlier one of the same call.
 */
export async function insertRecords(tx: Tx, resource: Resource, records: readonly Values[], now: Date) {
  const { table, written, typed, unique } = piecesOf(resource)
  const given = records.map((values, position) => ({
    position,
    ...values,
    ...derivedOf(resource, values),
  }))
  const inserted = await tx.rows(sql<{ id: number; key: string | null }>`
    insert into ${table} (${written}, "createdAt", "updatedAt")
    select ${written}, ${now}::timestamptz, ${now}::timestamptz
    from json_to_recordset(${sql.json(given)}::json) as given (position integer, ${typed})
    order by given.position
    on conflict do nothing
    returning id, ${unique} as key`)
  const field = resource.unique
  if (!field) return inserted.map(({ id }) => id as number | undefined)
  const ids = new Map(inserted.map(({ id, key }) => [key, id]))
  return records.map(values => {
    const key = values[field] as string
    const id = ids.get(key)
    ids.delete(key)
    return id
  })
}

/** Those of the ids that belong to no record. */
export const missingRecords = async (db: Database, resource: Resource, ids: readonly number[]) => {
  const found = await db.rows(sql<{ id: number }>`
    select id from ${piecesOf(resource).table} where id = any(${ids}::bigint[]) and "deletedAt" is null`)
  const present = new Set(found.map(({ id }) => id))
  return ids.filter(id => !present.has(id))
}
