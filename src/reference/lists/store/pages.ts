import type { Database } from '../../../platform/database/database.ts'
import { type Sql, sql } from '../../../platform/database/sql.ts'
import { countOf } from '../../counters/store.ts'
import type { StoredRecord } from '../../records/store/pieces.ts'
import {
  asFits,
  column,
  columnsOf,
  keptTotal,
  type Listed,
  matching,
  orderOf,
  type Page,
  type Query,
  type Selection,
  sortColumn,
} from './lists.ts'

/**
 * From here on, a page's rows are found by their ids alone first: an index without its table has those to skip. So they are
 * where what is equal in the first field must be sorted: all of one status, by price.
 */
const DEEP = 1_000
/** So many matches are gathered at most before it is known how many there are. */
const MANY = 50_000

export type PageRow = StoredRecord & { position: number }
/** How many match, how many records there are, and how often the table had changed by then; absent where not counted. */
export type Figures = { total: number; all?: number | undefined; changes?: number | undefined }
/** Figures as far as a statement counted them. */
export type SomeFigures = { [Name in keyof Figures]?: Figures[Name] | undefined }
export type PageRead = SomeFigures & { rows: PageRow[] }

/** Figures are read by the statement that reads the rows, so of the same moment. */
const figuresOf = ({ counts }: Listed, total: Sql | undefined) =>
  sql.join([
    sql`${total ?? sql`null::bigint`} as total`,
    ...(counts ? [sql`${countOf(counts.all, '')} as "all", ${countOf(counts.changes, '')} as changes`] : []),
  ])

/** The rows of one page, met in the order asked for: an index is walked that has it. */
function walked(listed: Listed, query: Query, { page, limit }: Page) {
  const offset = (page - 1) * limit
  const order = orderOf(listed, query)
  const holds = matching(listed, query)
  const found = sql`from ${listed.table} r where ${holds} order by ${order} limit ${limit} offset ${offset}`
  const isNear = offset < DEEP && query.sort.length < 2
  const rows = isNear
    ? found
    : sql`from ${listed.table} r where id = any(array(select id ${found})) and ${holds} order by ${order}`
  return sql<PageRow & Partial<Figures>>`
    select ${columnsOf(listed, query)}, id as position, ${figuresOf(listed, keptTotal(listed, query))} ${rows}`
}

/** The rows of one page out of all that match, which are gathered, counted and sorted; of the first `most` of them. */
function gathered(listed: Listed, query: Query, { page, limit }: Page, most: number | undefined) {
  const sorted = query.sort.filter(({ field }) => field !== 'id')
  const keys = sql.join([column('id'), ...sorted.map(({ field }) => sortColumn(listed, field))])
  const order = orderOf(listed, query)
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
  // The statement gives the figures on a row of their own when no record matches.
  const { total, all, changes } = rows[0]!
  return last || total <= MANY
    ? { rows: rows.filter(({ position }) => position !== null), total, all, changes }
    : undefined
}

export const countRows = async (db: Database, listed: Listed, selection: Selection) => {
  const count = sql`(select count(*) from ${listed.table} r where ${matching(listed, selection)})`
  const counted = sql<Figures>`select ${figuresOf(listed, keptTotal(listed, selection) ?? count)}`
  return await db.one(counted.unprepared().fromReplica())
}
