import type { Database } from '../../platform/database/database.ts'
import { type Sql, sql } from '../../platform/database/sql.ts'
import { LAST_PARTITION } from '../index/product-record.ts'
import type { Family, Filters, Sort } from '../listing/filters.ts'
import { conditionsOf, ORDERS, type PageQuery, type StoredProduct, shownColumns } from '../listing/store.ts'
import { quoteLexeme } from '../words/weighted-terms.ts'
import { type Ranking, signalsOf } from './ranking.ts'
import { boundOf, isOpenEnded, queryOfAll } from './terms.ts'

/** The maximum number of results of a search. */
export const MAX_RESULTS = 1_000
/** The maximum number of ranked matches. */
const MAX_RANKED = 2_100
/**
 * If another term has at most this number of products, an open-ended prefix is compared with these products instead of
 * being searched for in the index.
 */
const MAX_COMPARED = 4_000

/** The results of a search as a table with `id` and `place`, from 1. */
export type Results = Sql<{ id: number; place: number }>

/** Returns SQL for known ids as results, in this order. */
export const resultsOf = (ids: readonly number[]): Results =>
  sql`select id, place from unnest(${ids}::bigint[]) with ordinality as known (id, place)`

/** The order of a result as one number: more important signals first, then the position among equals. */
const ratingOf = (signals: Sql) => sql`rang - (${signals})::bigint * ${sql.constant(2 ** 32)}`

type Search = { ranking: Ranking | undefined; identified: readonly number[]; family: Family | undefined }

/**
 * Returns SQL for the best results: the identified products, then those that match the ranking's terms, ordered by its
 * signals. Matches are read partition by partition, from the smallest, until there are enough: for common words a
 * sample of the products is ranked, always from the same partitions. Signals and `rang` are one number (the signals are
 * its bits above 32, and `rang` is below 2^32), since sorting rows by several columns or with their words took up to
 * three times as long.
 */
export function rankResults({ ranking, identified, family }: Search): Results {
  const inFamily = family === undefined ? sql.empty : sql`and mots @@ ${quoteLexeme(family.term)}::tsquery`
  const sources: Sql[] = []
  if (identified.length > 0)
    sources.push(
      sql`select id, ${ratingOf(sql.constant(1 << 30))} as rating from catalogue.recherche where id = any(${identified}::bigint[]) ${inFamily}`,
    )
  if (ranking) {
    const signals = signalsOf(ranking).toReversed()
    const digits = signals.map(
      ([column, query], i) =>
        sql`${sql.constant(1 << i)} * (${sql.raw(column)} @@ ${query}::tsquery)::integer`,
    )
    const others = identified.length > 0 ? sql`where id <> all(${identified}::bigint[])` : sql.empty
    sources.push(
      sql`select id, ${ratingOf(sql.join(digits, ' + '))} as rating from (${matches(ranking, family)}) matching ${others}`,
    )
  }
  return sql`
    select id, row_number() over (order by rating, id) as place
    from (${sql.join(sources, ' union all ')}) results order by place limit ${sql.constant(MAX_RESULTS)}`
}

/**
 * The index query is a sub-select, which the planner does not estimate: when it estimated many matches, it read the
 * whole table. `is true` keeps the other terms out of the index query.
 */
function matches({ terms, inTitle }: Ranking, family: Family | undefined): Sql {
  const all = family ? [...terms, { mot: family.term, nombreTexte: family.listed }] : terms
  const [openEnded, closed] = [all.filter(isOpenEnded), all.filter(term => !isOpenEnded(term))]
  const isSelective = closed.some(term => boundOf(term) <= MAX_COMPARED)
  const compared = isSelective ? openEnded : []
  const query = queryOfAll(isSelective ? closed : all, 'text')
  const rest =
    compared.length > 0 ? sql`and (mots @@ ${queryOfAll(compared, 'text')}::tsquery) is true` : sql.empty
  const title = inTitle ? sql`and titre @@ ${queryOfAll([{ any: [...terms] }], 'title')}::tsquery` : sql.empty
  // `offset 0` keeps the partitions in this order.
  return sql`
    select id, rang, titre, mots from generate_series(${sql.constant(LAST_PARTITION)}, 0, -1) as partition cross join lateral (
      select * from catalogue.recherche where part = partition and mots @@ (select ${query}::tsquery) ${rest} ${title} offset 0) matching
    limit ${sql.constant(MAX_RANKED)}`
}

/** Returns the ids of the results, the best first. */
export const readIds = async (db: Database, results: Results): Promise<number[]> => {
  // One text, because the driver took longer for a thousand rows of one number than PostgreSQL for finding them.
  const ids = await db.value(
    sql<{ ids: string | null }>`
    select string_agg(id::text, ',' order by place) as ids from (${results}) results`.fromReplica(),
  )
  return ids ? ids.split(',').map(Number) : []
}

const SEARCH_ORDERS: Record<Sort, Sql> = { ...ORDERS, pertinence: sql`place` }

/**
 * Returns a page of the results that match the filters. `matching` is the number of all results, `total` the number of
 * those that match the filters. A page beyond the last has no products.
 */
export async function readResultPage(
  db: Database,
  results: Results,
  { filters, sort, limit, offset }: PageQuery,
) {
  const isWhole = sort === 'pertinence' && conditionsOf(filters).values.length === 0
  const passing = isWhole
    ? sql`select id, place as position from results`
    : sql`select id, row_number() over (order by ${SEARCH_ORDERS[sort]}) as position
      from results join catalogue.produit using (id) where actif ${conditionsOf(filters)}`
  const rows = await db.rows(
    sql<StoredProduct & { matching: number; total: number }>`
    with results as materialized (${results}), passing as materialized (${passing}),
    page as (
      select * from passing
      where position > ${offset}::bigint and position <= ${offset}::bigint + ${limit}::bigint)
    select (select count(*) from results) as matching, (select count(*) from passing) as total,
      page.id, document::text, ${shownColumns}
    from (select) one left join (page join catalogue.produit using (id)) on true order by position`.fromReplica(),
  )
  return {
    matching: rows[0]?.matching ?? 0,
    total: rows[0]?.total ?? 0,
    products: rows.filter(({ id }) => id !== null),
  }
}

/** Returns SQL for the results that match the filters, with the columns for facets. */
export const selectFacetRows = (results: Results, filters: Filters) => sql`
  select categorie, marque, prix from (${results}) results join catalogue.produit using (id)
  where actif ${conditionsOf(filters)}`
