import { setImmediate } from 'node:timers/promises'
import { CopyRows, type CopyType } from '../../platform/database/copy.ts'
import type { Database, Tx } from '../../platform/database/database.ts'
import { tryLock } from '../../platform/database/locks.ts'
import { type Sql, sql } from '../../platform/database/sql.ts'
import { wordsOf } from '../../platform/text.ts'
import { columnType, type RecordOf } from '../fields.ts'
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
  sequence: string
  /** Names and types of what is written. */
  types: Record<string, CopyType>
}

const known = new Map<Resource, Pieces>()

const list = (names: readonly string[], write: (name: string) => string) =>
  sql.raw(names.map(write).join(', '))

export function piecesOf(resource: Resource): Pieces {
  const made = known.get(resource)
  if (made) return made
  const types: Record<string, CopyType> = {
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
    unique: sql.raw(resource.unique ? `"${resource.unique}"` : 'null::text'),
    sequence: `reference.${resource.table}_id_seq`,
    types,
  }
  known.set(resource, pieces)
  return pieces
}

/** The words that a record is searched by. They stand without places: searches here rank nothing. */
function searchWords(resource: Resource, record: Values) {
  const words = new Set<string>()
  for (const field of resource.search)
    for (const word of wordsOf(record[field] as string | null)) words.add(word)
  return [...words]
}

/** The columns that follow from a record's fields, as text. */
const derivedOf = (resource: Resource, record: Values): Values => ({
  mots: searchWords(resource, record)
    .map(word => `'${word}'`)
    .join(' '),
  ...resource.derived?.from(record),
})

export const findRecord = <R extends Resource>(db: Database, resource: R, id: number) => {
  const { table, columns } = piecesOf(resource)
  const record = sql<
    StoredRecord & RecordOf<R['fields']>
  >`select ${columns} from ${table} where id = ${id} and "deletedAt" is null`
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

export type NewRecord = Values & { id: number }

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

/** The records of these ids, locked in the order of ids, so that two who want the same ones wait in turn. */
export const lockRecords = (tx: Tx, resource: Resource, ids: readonly number[]) => {
  const { table, columns } = piecesOf(resource)
  return tx.rows(sql<StoredRecord>`
    select ${columns} from ${table}
    where id = any(${ids}::bigint[]) and "deletedAt" is null order by id for no key update`)
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

/** Soft. The records as they were, without those that do not exist. */
export const deleteRecords = (tx: Tx, resource: Resource, ids: readonly number[], now: Date) => {
  const { table, columns } = piecesOf(resource)
  return tx.rows(sql<StoredRecord>`
    update ${table} set "deletedAt" = ${now}, "updatedAt" = ${now}, version = version + 1
    where id in (
      select id from ${table}
      where id = any(${ids}::bigint[]) and "deletedAt" is null order by id for no key update)
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
