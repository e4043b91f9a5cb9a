import type { Database, Tx } from '../../platform/database/database.ts'
import { type Sql, sql } from '../../platform/database/sql.ts'
import { wordsOf } from '../../platform/text.ts'
import { columnType } from '../fields.ts'
import type { Resource } from '../resources.ts'

export type Values = Record<string, unknown>
export type StoredRecord = Values & { id: number; createdAt: Date; updatedAt: Date }

/** The pieces of SQL that differ from one resource to another, written once. */
type Pieces = {
  table: Sql
  /** What is answered. */
  columns: Sql
  /** What is written: `a, b`, `n.a, n.b` and `a text, b text`. */
  written: Sql
  renewed: Sql
  typed: Sql
  unique: Sql
}

const known = new Map<Resource, Pieces>()

const list = (names: readonly string[], write: (name: string) => string) =>
  sql.raw(names.map(write).join(', '))

export function piecesOf(resource: Resource): Pieces {
  const made = known.get(resource)
  if (made) return made
  const types: Record<string, string> = {
    ...Object.fromEntries(Object.entries(resource.fields).map(([name, field]) => [name, columnType(field)])),
    ...resource.derived?.columns,
    mots: 'tsvector',
  }
  const names = Object.keys(types)
  const pieces = {
    table: sql.raw(`reference.${resource.table}`),
    columns: list(['id', ...Object.keys(resource.fields), 'createdAt', 'updatedAt'], name => `"${name}"`),
    written: list(names, name => `"${name}"`),
    renewed: list(names, name => `n."${name}"`),
    typed: list(names, name => `"${name}" ${types[name]}`),
    unique: sql.raw(resource.unique ? `"${resource.unique}"` : 'null'),
  }
  known.set(resource, pieces)
  return pieces
}

/** The columns that follow from a record's fields. The words stand without places: searches here rank nothing. */
function derivedOf(resource: Resource, record: Values): Values {
  const words = new Set(resource.search.flatMap(field => wordsOf(record[field] as string | null)))
  return { mots: [...words].map(word => `'${word}'`).join(' '), ...resource.derived?.from(record) }
}

export const findRecord = (db: Database, resource: Resource, id: number) => {
  const { table, columns } = piecesOf(resource)
  const record = sql<StoredRecord>`select ${columns} from ${table} where id = ${id} and "deletedAt" is null`
  return db.first(record.brief())
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
  if (!resource.unique) return inserted.map(({ id }) => id as number | undefined)
  const ids = new Map(inserted.map(({ id, key }) => [key, id]))
  return records.map(values => {
    const key = values[resource.unique!] as string
    const id = ids.get(key)
    ids.delete(key)
    return id
  })
}

/** Changes the named fields. `before` is the record as it was; undefined when there is no such record. */
export async function changeRecord(tx: Tx, resource: Resource, id: number, values: Values, now: Date) {
  const { table, columns, written, renewed } = piecesOf(resource)
  const before = await tx.first(sql<StoredRecord>`
    select ${columns} from ${table} where id = ${id} and "deletedAt" is null for update`)
  if (!before) return undefined
  const change = { ...values, ...derivedOf(resource, { ...before, ...values }) }
  const after = await tx.first(sql<StoredRecord>`
    update ${table} t set (${written}, version, "updatedAt") = (
      select ${renewed}, t.version + 1, ${now}::timestamptz
      from json_populate_record(t, ${sql.json(change)}::json) n)
    where id = ${id}
    returning ${columns}`)
  return { before, after: after! }
}

/** Soft. The record as it was; undefined when there is no such record. */
export const deleteRecord = (tx: Tx, resource: Resource, id: number, now: Date) => {
  const { table, columns } = piecesOf(resource)
  return tx.first(sql<StoredRecord>`
    update ${table} set "deletedAt" = ${now}, "updatedAt" = ${now}, version = version + 1
    where id = ${id} and "deletedAt" is null
    returning ${columns}`)
}

/** Those of the ids that belong to no record. */
export const missingRecords = async (db: Database, resource: Resource, ids: readonly number[]) => {
  const found = await db.rows(sql<{ id: number }>`
    select id from ${piecesOf(resource).table} where id = any(${ids}::bigint[]) and "deletedAt" is null`)
  const present = new Set(found.map(({ id }) => id))
  return ids.filter(id => !present.has(id))
}

export const analyzeRecords = (tx: Tx, resource: Resource) =>
  tx.run(sql`analyze ${piecesOf(resource).table}`.unprepared())
