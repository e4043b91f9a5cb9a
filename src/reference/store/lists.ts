import type { Database } from '../../platform/database/database.ts'
import { type Sql, sql } from '../../platform/database/sql.ts'
import type { ListQuery } from '../list-query.ts'
import type { Filter, Resource } from '../resources.ts'
import { countOf } from './counts.ts'
import { piecesOf, type StoredRecord } from './records.ts'

const column = sql.identifier
const escaped = (text: string) => text.replaceAll(/[\\%_]/g, '\\$&')

/** Each word must be the beginning of a word of the record; a search without any finds nothing. */
const searched = (words: readonly string[]) =>
  words.length === 0 ? sql`false` : sql`mots @@ ${words.map(word => `'${word}':*`).join(' & ')}::tsquery`

function narrowing({ filter, value }: { filter: Filter; value: string }): Sql {
  switch (filter.by) {
    case 'equal':
      return sql`${column(filter.field)} = ${value}`
    case 'true':
      return sql`${column(filter.field)} = ${value === 'true'}`
    case 'part':
      return sql`plain(${column(filter.field)}) like '%' || plain(${escaped(value)}) || '%'`
    case 'item':
      return sql`${column(filter.field)} @> array[${filter.key?.(value) ?? value}]`
  }
}

const matching = ({ ids, words, filters }: ListQuery) =>
  sql.join(
    [
      sql`"deletedAt" is null`,
      ...(ids ? [sql`id = any(${ids}::bigint[])`] : []),
      ...(words ? [searched(words)] : []),
      ...filters.map(narrowing),
    ],
    ' and ',
  )

/** As sorted, then in the order of creation. */
const orderOf = ({ sort }: ListQuery) =>
  sql.join([
    ...sort.map(({ field, descending }) => sql`${column(field)}${sql.raw(descending ? ' desc' : '')}`),
    sql`id`,
  ])

const columnsOf = (resource: Resource, { fields }: ListQuery) =>
  fields.length > 0 ? sql.join(fields.map(column)) : piecesOf(resource).columns

/** Lists of endless variety are not prepared. */
const varied = ({ sort, fields, ids, words }: ListQuery) =>
  sort.length + fields.length > 0 || words !== undefined || ids !== undefined

const asFits = <Row>(statement: Sql<Row>, query: ListQuery) =>
  varied(query) ? statement.unprepared() : statement

/** The key of the kept count that tells how many match; undefined when they must be counted. */
function keptCount({ ids, words, filters }: ListQuery): string | undefined {
  if (ids || words || filters.length > 1) return undefined
  const [only] = filters
  if (!only) return ''
  return only.filter.by === 'item' && only.filter.key ? only.filter.key(only.value) : undefined
}

const countMatching = (resource: Resource, query: ListQuery) => {
  const kept = keptCount(query)
  return kept === undefined
    ? sql`(select count(*) from ${piecesOf(resource).table} where ${matching(query)})`
    : countOf(resource.name, kept)
}

/** One page and how many records match in all. */
export async function pageOfRecords(
  db: Database,
  resource: Resource,
  query: ListQuery,
  { page, limit }: { page: number; limit: number },
) {
  const rows = await db.rows(
    asFits(
      sql<StoredRecord & { total: number }>`
        select ${columnsOf(resource, query)}, ${countMatching(resource, query)} as total
        from ${piecesOf(resource).table} where ${matching(query)}
        order by ${orderOf(query)} limit ${limit} offset ${(page - 1) * limit}`,
      query,
    ),
  )
  if (rows[0]) return { rows, total: rows[0].total }
  const counted = await db.first(
    asFits(sql<{ total: number }>`select ${countMatching(resource, query)} as total`, query),
  )
  return { rows, total: counted!.total }
}

/** The next records in the order of creation, after the one with the id `after`. */
export const recordsAfter = (
  db: Database,
  resource: Resource,
  query: ListQuery,
  after: number,
  limit: number,
) =>
  db.rows(
    asFits(
      sql<StoredRecord & { position: number }>`
        select ${columnsOf(resource, query)}, id as position from ${piecesOf(resource).table}
        where ${matching(query)} and id > ${after} order by id limit ${limit}`,
      query,
    ),
  )

/** The ids of all that match, sorted. */
export const sortedIds = async (db: Database, resource: Resource, query: ListQuery) =>
  (
    await db.rows(
      asFits(
        sql<{ id: number }>`
          select id from ${piecesOf(resource).table} where ${matching(query)} order by ${orderOf(query)}`,
        query,
      ),
    )
  ).map(({ id }) => id)

/** The records with these ids, in their order. */
export const recordsById = (db: Database, resource: Resource, query: ListQuery, ids: readonly number[]) =>
  db.rows(
    sql<StoredRecord>`
      select ${columnsOf(resource, query)} from ${piecesOf(resource).table}
      where id = any(${ids}::bigint[]) and "deletedAt" is null
      order by array_position(${ids}::bigint[], id)`.unprepared(),
  )
