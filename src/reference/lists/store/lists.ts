import { type Sql, sql } from '../../../platform/database/sql.ts'
import { changesName, countOf, countWhere, groupName } from '../../counters/store.ts'
import type { Fields } from '../../fields.ts'
import type { Condition } from '../../filters/conditions.ts'
import { type Asked, asked, conditionOf, isOfText } from '../../filters/store.ts'
import { piecesOf } from '../../records/store/pieces.ts'
import type { Resource } from '../../resources.ts'
import type { ListQuery } from '../list-query.ts'

/** What lists must know of a table. */
export type Listed = {
  table: Sql
  columns: Sql
  /** Holds of the rows that are there for a caller. */
  visible: Sql
  asked: Asked
  /** Its fields, by which it is sorted. */
  fields: Fields
  /** Those of them that have a column with what they are sorted by. */
  sortKeys?: readonly string[] | undefined
  /** Where its rows and the changes to them are counted; absent: they are not. */
  counts?: { all: string; changes: string }
}
/** The table of a resource, which is counted. */
export type ListedRecords = Listed & { counts: { all: string; changes: string } }
export type Selection = Pick<ListQuery, 'ids' | 'words' | 'conditions'>
export type Query = Selection & Pick<ListQuery, 'sort' | 'fields'>
export type Page = { page: number; limit: number }

export const column = sql.identifier
const known = new Map<Resource, ListedRecords>()

const arraysOf = ({ fields, derived }: Resource) => [
  ...Object.entries(fields).flatMap(([name, { kind }]) =>
    ['texts', 'integers'].includes(kind) ? [name] : [],
  ),
  ...Object.entries(derived?.columns ?? {}).flatMap(([name, type]) => (type.endsWith('[]') ? [name] : [])),
]

export function listedOf(resource: Resource): ListedRecords {
  const made = known.get(resource)
  if (made) return made
  const { table, columns } = piecesOf(resource)
  const groups = Object.keys(resource.groups ?? {}).map(field => [field, groupName(resource, field)] as const)
  const listed: ListedRecords = {
    table,
    columns,
    visible: sql`"deletedAt" is null`,
    asked: { arrays: new Set(arraysOf(resource)), worded: resource.search, groups: new Map(groups) },
    fields: resource.fields,
    sortKeys: resource.sortKeys,
    counts: { all: resource.name, changes: changesName(resource) },
  }
  known.set(resource, listed)
  return listed
}

/** Each word must be the beginning of a word of the record; a search without any finds nothing. */
const searched = (words: readonly string[]) =>
  words.length === 0 ? sql`false` : sql`mots @@ ${words.map(word => `'${word}':*`).join(' & ')}::tsquery`

export const matching = (listed: Listed, { ids, words, conditions }: Selection) =>
  sql.join(
    [
      listed.visible,
      ...(ids ? [sql`id = any(${ids}::bigint[])`] : []),
      ...(words ? [searched(words)] : []),
      ...conditions.map(condition => conditionOf(listed.asked, condition)),
    ],
    ' and ',
  )

const direction = (descending: boolean) => sql.raw(descending ? ' desc' : '')

/** The column that a field is sorted by. */
export const sortColumn = ({ sortKeys }: Listed, field: string) =>
  column(sortKeys?.includes(field) ? `${field}Tri` : field)

/**
 * Text without case and accents, and by code points whatever the database's language is. What is null comes last in either
 * direction, which is said of a column that may be null alone: an index walked backward has the others.
 */
function sortedBy(listed: Listed, { field, descending }: Query['sort'][number]): Sql {
  const known = listed.fields[field]
  const isFree = known?.kind === 'text' && !known.oneOf && !listed.sortKeys?.includes(field)
  const source = sortColumn(listed, field)
  const key = isFree ? sql`plain(${source}) collate "C"` : source
  const isNullable = known && !known.required && !('default' in known)
  return sql`${key}${direction(descending)}${sql.raw(descending && isNullable ? ' nulls last' : '')}`
}

/** As sorted, then in the order of creation; in the opposite one where all fall, which is an index walked backward. */
export const orderOf = (listed: Listed, { sort }: Pick<Query, 'sort'>) =>
  sql.join([
    ...sort.map(each => sortedBy(listed, each)),
    sql`id${direction(sort.length > 0 && sort.every(({ descending }) => descending))}`,
  ])

export const columnsOf = ({ columns }: Listed, { fields }: Query) =>
  fields.length > 0 ? sql.join(fields.map(column)) : columns

const MOST_PREPARED = 3

/** Whether the best plan hangs on what exactly is asked for. */
const isPlannedAnew = (condition: Condition) => isOfText(condition) || condition.unless === true

/**
 * A statement is prepared when it is one of few, and has a plan that fits whatever it asks for: to plan it anew took three
 * times as long as to run it (1,000 of 1,300 microseconds, three filters and a sort on ten thousand products).
 */
export function asFits<Row>(statement: Sql<Row>, { sort, fields, ids, words, conditions }: Query) {
  const isOneOfFew = sort.length <= 1 && fields.length === 0 && conditions.length <= MOST_PREPARED
  const isAnchored = conditions.length === 0 || conditions.some(({ ask }) => ask === 'among')
  const isPrepared = isOneOfFew && !ids && !words && isAnchored && !conditions.some(isPlannedAnew)
  return (isPrepared ? statement : statement.unprepared()).fromReplica()
}

/** How many match, as a piece of a statement, where that is kept; undefined when they must be counted. */
export function keptTotal(
  { asked: { arrays, groups }, counts }: Listed,
  { ids, words, conditions }: Selection,
) {
  if (!counts || ids || words || conditions.length > 1) return undefined
  const [only] = conditions
  if (!only) return countOf(counts.all, '')
  const group = groups.get(only.field)
  if (group === undefined || only.unless || only.ask !== 'among') return undefined
  // A record with two of the values of an array is counted under both.
  if (arrays.has(only.field) && only.values.length > 1) return undefined
  return countWhere(group, asked(sql`cle`, only))
}
