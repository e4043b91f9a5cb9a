import type { Database } from '../../platform/database/database.ts'
import { type Sql, sql } from '../../platform/database/sql.ts'
import { type Fields, responseFields } from '../fields.ts'
import { type FilterColumns, filterSql, predicateSql } from '../filters/store.ts'
import { relationColumns, relationTerms, relationVisible } from '../relations/store.ts'
import { fullRelationFields, produits, type Resource, relationFields } from '../resources.ts'
import { countSql, countWhereSql, fragmentsOf, groupName, type StoredRecord } from '../store.ts'
import type { ListQuery } from './list-query.ts'

/** A table or subquery that lists read. */
export type ListSource = FilterColumns & {
  table: Sql
  columns: Sql
  /** The condition that neither a row nor a record that it relates is deleted. */
  visible: Sql
  /** The fields of a row except those of the system. They determine how rows are sorted. */
  fields: Fields
  /** The name of the counter of all rows; undefined if rows are not counted in advance. */
  counter?: string
  /** The fields by whose values rows are counted too. */
  groups?: readonly string[]
}

const arrayFields = ({ fields, derived }: Resource) => [
  ...Object.entries(fields).flatMap(([name, { kind }]) =>
    ['texts', 'integers'].includes(kind) ? [name] : [],
  ),
  ...Object.entries(derived?.columns ?? {}).flatMap(([name, type]) => (type.endsWith('[]') ? [name] : [])),
]

export function createListSource(resource: Resource): ListSource {
  const { table, columns } = fragmentsOf(resource)
  return {
    ...{ table, columns, visible: sql`"deletedAt" is null` },
    ...{ arrays: arrayFields(resource), sortKeys: resource.sortKeys ?? [], fields: resource.fields },
    ...{ counter: resource.name, groups: Object.keys(resource.groups ?? {}) },
  }
}

/** Relations of existing products and suppliers. */
export const listedRelations: ListSource = {
  table: sql`reference.produit_fournisseur`,
  columns: relationColumns,
  visible: relationVisible,
  arrays: [],
  sortKeys: [],
  fields: fullRelationFields,
}

const productColumns = sql.join(responseFields(produits.fields).map(name => sql`p.${sql.identifier(name)}`))

const productKeys = sql.join(produits.sortKeys.map(name => sql`p.${sql.identifier(`${name}Tri`)}`))

/** The products that suppliers sell, one row for each relation, with its terms. */
export const listedSoldProducts: ListSource = {
  table: sql`(
    select ${productColumns}, ${productKeys}, r."fournisseurId", ${relationTerms}
    from reference.produit_fournisseur r join reference.produit p on p.id = r."produitId"
    where p."deletedAt" is null)`,
  columns: sql`${fragmentsOf(produits).columns}, "fournisseurId", ${relationTerms}`,
  visible: sql`true`,
  arrays: [],
  fields: { ...produits.fields, ...relationFields },
  sortKeys: produits.sortKeys,
}

type Selection = Pick<ListQuery, 'ids' | 'words' | 'conditions'>
export type Query = Selection & Pick<ListQuery, 'sort' | 'fields'>
type ListedRow = StoredRecord & { position: number }

/** Each word must be a prefix of a word of the record; a search without words finds nothing. */
const searchSql = (words: readonly string[]) =>
  words.length === 0 ? sql`false` : sql`mots @@ ${words.map(word => `'${word}':*`).join(' & ')}::tsquery`

const where = (listed: ListSource, { ids, words, conditions }: Selection) =>
  sql.join(
    [
      listed.visible,
      ...(ids ? [sql`id = any(${ids}::bigint[])`] : []),
      ...(words ? [searchSql(words)] : []),
      ...conditions.map(condition => filterSql(listed, condition)),
    ],
    ' and ',
  )

const sortColumn = ({ sortKeys }: ListSource, field: string) =>
  sql.identifier(sortKeys.includes(field) ? `${field}Tri` : field)

/**
 * Sorts free text without case and accents, by code points in any database language. Null is last in both directions,
 * which is written only for nullable columns: a backward scan of an index serves the others.
 */
function sortSql(listed: ListSource, { field, descending }: Query['sort'][number]): Sql {
  const known = listed.fields[field]
  const isFreeText = known?.kind === 'text' && !known.oneOf && !listed.sortKeys.includes(field)
  const column = sortColumn(listed, field)
  const key = isFreeText ? sql`plain(${column}) collate "C"` : column
  const isNullable = known && !known.required && !('default' in known)
  return sql`${key}${sql.raw(descending ? (isNullable ? ' desc nulls last' : ' desc') : '')}`
}

/**
 * Sorts by the fields, then in the order of creation; newest first if all fields descend, so that a backward scan of an
 * index provides the order.
 */
const orderBy = (listed: ListSource, { sort }: Pick<Query, 'sort'>) => {
  const newestFirst = sort.length > 0 && sort.every(({ descending }) => descending)
  return sql.join([...sort.map(each => sortSql(listed, each)), newestFirst ? sql`id desc` : sql`id`])
}

const selected = ({ columns }: ListSource, { fields }: Query) =>
  fields.length > 0 ? sql.join(fields.map(sql.identifier)) : columns

/**
 * Reads from a replica, if there is one. Only lists without a selection of rows or fields and with at most one sort
 * field are prepared: other statements rarely repeat, and their plans depend on the values.
 */
const asRead = <Row>(statement: Sql<Row>, { sort, fields, ids, words, conditions }: Query) =>
  (sort.length > 1 || fields.length > 0 || ids || words || conditions.length > 0
    ? statement.unprepared()
    : statement
  ).fromReplica()

/**
 * Returns the number of matches from counters: of all rows, or of those with one of the given values in one field.
 * Undefined if the rows must be counted.
 */
function storedTotal({ counter, groups = [], arrays }: ListSource, { ids, words, conditions }: Selection) {
  const [only, ...others] = conditions
  if (!counter || ids || words || others.length > 0) return undefined
  if (!only) return countSql(counter, '')
  if (!groups.includes(only.field) || only.unless || only.ask !== 'among') return undefined
  // A record with several of the values of an array is counted under each.
  if (arrays.includes(only.field) && only.values.length > 1) return undefined
  return countWhereSql(groupName(counter, only.field), predicateSql(sql`cle`, only))
}

const totalOf = (listed: ListSource, query: Query) =>
  storedTotal(listed, query) ?? sql`(select count(*) from ${listed.table} r where ${where(listed, query)})`

/** Returns the number of matches, and of all rows if these are counted in advance. */
export const countMatches = (db: Database, listed: ListSource, query: Query) => {
  const total = totalOf(listed, query)
  const all = listed.counter ? countSql(listed.counter, '') : sql`null::bigint`
  const counts = sql<{ total: number; all: number | null }>`select ${total} as total, ${all} as "all"`
  return db.one(asRead(counts, query))
}

/**
 * Returns the rows of one page, each with the number of matches unless these are already `counted`. The ids are found
 * first, so that the rows before the page are read only from an index. `narrow`: all matches are collected, then sorted
 * (`offset 0` prevents the planner from merging the two steps). Otherwise the planner may scan the index of the sort
 * order, because it expects to find matches early: to find twenty of one brand by name, it may skip nearly a million
 * products, which takes 7 seconds.
 */
export function readPage(
  db: Database,
  listed: ListSource,
  query: Query,
  { page, limit }: { page: number; limit: number },
  { narrow, counted }: { narrow: boolean; counted: boolean },
) {
  const { table } = listed
  const [holds, order] = [where(listed, query), orderBy(listed, query)]
  const sortColumns = query.sort
    .filter(({ field }) => field !== 'id')
    .map(({ field }) => sortColumn(listed, field))
  const source = narrow
    ? sql`(select ${sql.join([sql`id`, ...sortColumns])} from ${table} r where ${holds} offset 0) r`
    : sql`${table} r where ${holds}`
  const rows = sql<ListedRow & { total: number | null }>`
    select ${selected(listed, query)}, id as position, ${counted ? sql`null::bigint` : totalOf(listed, query)} as total from ${table} r
    where ${holds} and id = any(array(
      select id from ${source} order by ${order} ${sql.page(limit, (page - 1) * limit)}))
    order by ${order}`
  return db.rows(asRead(rows, query))
}

/** Returns up to `limit` matches after the id `after`, in the order of creation; the sort order is ignored. */
export const readRowsAfter = (db: Database, listed: ListSource, query: Query, after: number, limit: number) =>
  db.rows(
    asRead(
      sql<ListedRow>`
        select ${selected(listed, query)}, id as position from ${listed.table} r
        where ${where(listed, query)} and id > ${after} order by id limit ${limit}`,
      query,
    ),
  )

/** Returns the sorted ids of all matches, eight bytes each, big-endian. */
export const readSortedIds = async (db: Database, listed: ListSource, query: Query) => {
  const ids = sql<{ ids: Buffer | null }>`
    select string_agg(int8send(id), ''::bytea order by ${orderBy(listed, query)}) as ids
    from ${listed.table} r where ${where(listed, query)}`
  return (await db.value(asRead(ids, query))) ?? Buffer.alloc(0)
}

/** Returns the existing records with these ids, in the given order. */
export const readRowsById = (db: Database, listed: ListSource, query: Query, ids: readonly number[]) =>
  db.rows(
    sql<ListedRow>`
      select ${selected(listed, query)}, id as position from ${listed.table} r
      where id = any(${ids}::bigint[]) and ${listed.visible}
      order by array_position(${ids}::bigint[], id)`
      .unprepared()
      .fromReplica(),
  )
