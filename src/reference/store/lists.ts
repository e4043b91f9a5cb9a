import type { Database, DatabasePool } from '../../platform/database/database.ts'
import { type Sql, sql } from '../../platform/database/sql.ts'
import type { Condition } from '../conditions.ts'
import type { ListQuery } from '../list-query.ts'
import type { Resource } from '../resources.ts'
import { type Asked, asked, conditionOf, isOfText } from './conditions.ts'
import { changesIn, changesName, countOf, countWhere, groupName, keysWhere } from './counts.ts'
import { piecesOf, type StoredRecord } from './records.ts'

/** What lists must know of a table. */
export type Listed = {
  table: Sql
  columns: Sql
  /** Holds of the rows that are there for a caller. */
  visible: Sql
  asked: Asked
  /** Where its rows and the changes to them are counted; absent: they are not. */
  counts?: { all: string; changes: string }
}
/** The table of a resource, which is counted. */
export type ListedRecords = Listed & { counts: { all: string; changes: string } }
export type Selection = Pick<ListQuery, 'ids' | 'words' | 'conditions'>
type Query = Selection & Pick<ListQuery, 'sort' | 'fields'>
type Page = { page: number; limit: number }

const column = sql.identifier
const known = new Map<Resource, ListedRecords>()

const arraysOf = ({ fields, derived }: Resource) => [
  ...Object.keys(fields).filter(name => ['texts', 'integers'].includes(fields[name]!.kind)),
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
    counts: { all: resource.name, changes: changesName(resource) },
  }
  known.set(resource, listed)
  return listed
}

/** Each word must be the beginning of a word of the record; a search without any finds nothing. */
const searched = (words: readonly string[]) =>
  words.length === 0 ? sql`false` : sql`mots @@ ${words.map(word => `'${word}':*`).join(' & ')}::tsquery`

const matching = (listed: Listed, { ids, words, conditions }: Selection) =>
  sql.join(
    [
      listed.visible,
      ...(ids ? [sql`id = any(${ids}::bigint[])`] : []),
      ...(words ? [searched(words)] : []),
      ...conditions.map(condition => conditionOf(listed.asked, condition)),
    ],
    ' and ',
  )

/** As sorted, then in the order of creation. */
const orderOf = ({ sort }: Pick<Query, 'sort'>) =>
  sql.join([
    ...sort.map(({ field, descending }) => sql`${column(field)}${sql.raw(descending ? ' desc' : '')}`),
    sql`id`,
  ])

const columnsOf = ({ columns }: Listed, { fields }: Query) =>
  fields.length > 0 ? sql.join(fields.map(column)) : columns

const MOST_PREPARED = 3

/** Whether the best plan hangs on what exactly is asked for. */
const isPlannedAnew = (condition: Condition) => isOfText(condition) || condition.unless === true

/**
 * A statement is prepared when it is one of few, and has a plan that fits whatever it asks for: to plan it anew took three
 * times as long as to run it (1,000 of 1,300 microseconds, three filters and a sort on ten thousand products).
 */
function asFits<Row>(statement: Sql<Row>, { sort, fields, ids, words, conditions }: Query) {
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

const MOST_VALUES = 1_000

const asksForValues = ({ groups }: Asked, condition: Condition) =>
  groups.has(condition.field) && isOfText(condition)

/**
 * The same question with the values themselves where it asks after the text of a field whose few values are counted, such as
 * brands: the planner then knows how many records they have, an index finds these, and their number is kept. `changes`: how
 * often the table had changed before; a new value may have come since. Undefined where the question is the same.
 */
export async function resolved<Asks extends Selection>(
  db: Database,
  { asked: by, counts }: Listed,
  query: Asks,
) {
  if (!counts || !query.conditions.some(condition => asksForValues(by, condition)))
    return { query, changes: undefined }
  const changes = await changesIn(db, counts.changes)
  const conditions = await Promise.all(
    query.conditions.map(async condition => {
      if (!asksForValues(by, condition)) return condition
      const group = by.groups.get(condition.field)!
      const keys = await keysWhere(db, group, asked(sql`cle`, condition), MOST_VALUES + 1)
      if (keys.length > MOST_VALUES) return condition
      return { field: condition.field, ask: 'among' as const, values: keys.map(({ cle }) => cle) }
    }),
  )
  return { query: { ...query, conditions }, changes }
}

/**
 * From here on, a page's rows are found by their ids alone first: an index without its table has those to skip. So they are
 * where what is equal in the first field must be sorted: all of one status, by falling status.
 */
const DEEP = 1_000
/** So many matches are gathered at most before it is known how many there are. */
const MANY = 50_000

export type PageRow = StoredRecord & { position: number }
/** How many match, how many records there are, and how often the table had changed by then; absent where not counted. */
export type Figures = { total: number; all?: number; changes?: number }
export type PageRead = Partial<Figures> & { rows: PageRow[] }

/** Figures are read by the statement that reads the rows, so of the same moment. */
const figuresOf = ({ counts }: Listed, total: Sql | undefined) =>
  sql.join([
    sql`${total ?? sql`null::bigint`} as total`,
    ...(counts ? [sql`${countOf(counts.all, '')} as "all", ${countOf(counts.changes, '')} as changes`] : []),
  ])

/** The rows of one page, met in the order asked for: an index is walked that has it. */
function walked(listed: Listed, query: Query, { page, limit }: Page) {
  const offset = (page - 1) * limit
  const order = orderOf(query)
  const holds = matching(listed, query)
  const found = sql`from ${listed.table} r where ${holds} order by ${order} limit ${limit} offset ${offset}`
  const isNear = offset < DEEP && query.sort.length < 2 && !query.sort[0]?.descending
  const rows = isNear
    ? found
    : sql`from ${listed.table} r where id = any(array(select id ${found})) and ${holds} order by ${order}`
  return sql<PageRow & Partial<Figures>>`
    select ${columnsOf(listed, query)}, id as position, ${figuresOf(listed, keptTotal(listed, query))} ${rows}`
}

/** The rows of one page out of all that match, which are gathered, counted and sorted; of the first `most` of them. */
function gathered(listed: Listed, query: Query, { page, limit }: Page, most: number | undefined) {
  const keys = sql.join([...new Set(['id', ...query.sort.map(({ field }) => field)])].map(column))
  const order = orderOf(query)
  const holds = matching(listed, query)
  return sql<PageRow & Figures>`
    with found as materialized (
      select ${keys} from ${listed.table} r where ${holds} ${most ? sql`limit ${most}` : sql.empty})
    select ${columnsOf(listed, query)}, id as position, figures.*
    from (select ${figuresOf(listed, sql`(select count(*) from found)`)}) figures
    left join ${listed.table} r on ${holds} and id = any(array(
      select id from found order by ${order} limit ${limit} offset ${(page - 1) * limit}))
    order by ${order}`
}

const isNarrowed = ({ ids, words, conditions }: Selection) =>
  ids !== undefined || words !== undefined || conditions.length > 0

/** Whether an index in the order asked for soon gives a page: where all match, or a large part. */
const mayWalk = (listed: Listed, query: Query, last: Figures | undefined) =>
  !isNarrowed(query) ||
  (keptTotal(listed, query) !== undefined && query.sort.length === 0) ||
  (last?.all !== undefined && last.total * 8 > last.all)

/**
 * The rows of one page, and the figures that came to be known with them; undefined where so many match that they must be
 * counted first. What is narrowed is gathered and sorted: an index walked in the order asked for may have to pass by nearly
 * all records (of one brand by name, 7 seconds at a million) where the planner expects to come upon twenty at once. `last`:
 * what was known of the list before, were it out of date.
 */
export async function pageOfRows(
  db: Database,
  listed: Listed,
  query: Query,
  page: Page,
  last: Figures | undefined,
): Promise<PageRead | undefined> {
  if (mayWalk(listed, query, last)) {
    const rows = await db.rows(asFits(walked(listed, query, page), query))
    const { total, all, changes } = rows[0] ?? {}
    return { rows, total: total ?? undefined, all, changes }
  }
  const rows = await db.rows(asFits(gathered(listed, query, page, last ? undefined : MANY + 1), query))
  const { total, all, changes } = rows[0]!
  return last || total <= MANY
    ? { rows: rows.filter(({ position }) => position !== null), total, all, changes }
    : undefined
}

export const countRows = async (db: Database, listed: Listed, selection: Selection) => {
  const count = sql`(select count(*) from ${listed.table} r where ${matching(listed, selection)})`
  const counted = sql<Figures>`select ${figuresOf(listed, keptTotal(listed, selection) ?? count)}`
  return (await db.first(counted.unprepared().fromReplica()))!
}

/** The next records in the order of creation, after the one with the id `after`. */
export const rowsAfter = (db: Database, listed: Listed, query: Query, after: number, limit: number) =>
  db.rows(
    asFits(
      sql<StoredRecord & { position: number }>`
        select ${columnsOf(listed, query)}, id as position from ${listed.table} r
        where ${matching(listed, query)} and id > ${after} order by id limit ${limit}`,
      query,
    ),
  )

const AT_ONCE = 20_000

/** The ids of all that match, sorted: eight bytes each, read through a cursor, and no connection held for longer. */
export const sortedIds = (db: DatabasePool, listed: Listed, query: Query) =>
  db.transaction(async tx => {
    await tx.run(
      sql`declare sorted no scroll cursor for
        select id from ${listed.table} r where ${matching(listed, query)} order by ${orderOf(query)}`.unprepared(),
    )
    let ids = new Float64Array(AT_ONCE)
    for (let count = 0; ; ) {
      const rows = await tx.rows(sql<{ id: number }>`fetch ${sql.raw(String(AT_ONCE))} from sorted`)
      if (count + rows.length > ids.length) {
        const longer = new Float64Array(ids.length * 2)
        longer.set(ids)
        ids = longer
      }
      for (const { id } of rows) ids[count++] = id
      if (rows.length < AT_ONCE) return ids.subarray(0, count)
    }
  })

/** The records with these ids that are still there, in their order. */
export const rowsById = (db: Database, listed: Listed, query: Query, ids: readonly number[]) =>
  db.rows(
    sql<StoredRecord & { position: number }>`
      select ${columnsOf(listed, query)}, id as position from ${listed.table} r
      where id = any(${ids}::bigint[]) and ${listed.visible}
      order by array_position(${ids}::bigint[], id)`
      .unprepared()
      .fromReplica(),
  )
