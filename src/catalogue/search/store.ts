import type { Database } from '../../platform/database/database.ts'
import { type Sql, sql } from '../../platform/database/sql.ts'
import { lexeme } from '../words/vector.ts'
import type { Share } from './shares.ts'
import type { Order } from './store/ranking.ts'

/** `document` is the product's JSON, passed on as it is. */
export type Found = { document: string; prixDAchatFournisseurCents: number | null; enStock: boolean }

/** The texts of tsqueries: what an index is asked for, and where that is not all, what a product must have. */
export type Wanted = { sought: string; match?: string }

/** Ids travel as one text: a thousand rows of one number took the driver longer than finding them. */
async function idsOf(db: Database, statement: Sql<{ ids: string | null }>) {
  const row = await db.first(statement.fromReplica())
  return row?.ids ? row.ids.split(',').map(Number) : []
}

/** Products by id, in the order of the ids. */
export const showProducts = (db: Database, ids: readonly number[]) =>
  db.rows(
    sql<Found>`
    select document::text, "prixDAchatFournisseurCents", "enStock"
    from catalogue.produit where id = any(${ids}::bigint[])
    order by array_position(${ids}::bigint[], id)`
      .pointRead()
      .fromReplica(),
  )

/** As text, because the planner must see which parts it need not look at. */
const within = (share: Share) =>
  share === 1 ? sql.empty : sql`part >= ${sql.raw(String(Math.log2(share)))} and`

/**
 * A query that the planner cannot look into: where it expected many matches it read the whole table, and took two seconds
 * to find that `samsung` and `iphone` are seldom together.
 */
const unseen = (query: string) => sql`(select ${query}::tsquery)`

/** `is true` keeps the planner from asking the index for all of it. */
const having = ({ sought, match }: Wanted) =>
  match === undefined
    ? sql`mots @@ ${unseen(sought)}`
    : sql`mots @@ ${unseen(sought)} and (mots @@ ${match}::tsquery) is true`

/** As a sub-select PostgreSQL looks them up; a plan for any array compared each row with all of it. */
const andNotAmong = (ids: readonly number[]) =>
  ids.length > 0 ? sql`and id not in (select unnest(${ids}::bigint[]))` : sql.empty

/** How many match within a share, `most` for more. */
export const countWithin = async (db: Database, wanted: Wanted, share: Share, most: number) =>
  (
    await db.one(
      sql<{ count: number }>`
      select count(*) as count from (
        select from catalogue.recherche where ${within(share)} ${having(wanted)} limit ${most}) found`.fromReplica(),
    )
  ).count

/** `orders`: what comes first. `before`: what was found before. */
type Best = {
  wanted: Wanted
  share: Share
  orders: readonly Order[]
  before: readonly number[]
  most: number
}

/**
 * The best matches within a share, at most `most`: those that match the first of the orders, then the next, and so on. Each
 * is a digit of one number: sorting rows that carry their words took three times as long.
 */
export function bestIds(db: Database, { wanted, share, orders, before, most }: Best) {
  const digits = orders.map(([column, query], i) => {
    const worth = sql.raw(String(2 ** (orders.length - 1 - i)))
    return sql`${worth} * (${sql.raw(column)} @@ ${query}::tsquery)::integer`
  })
  return idsOf(
    db,
    sql`
    select string_agg(id::text, ',' order by signals desc, rang, id) as ids
    from (
      select id, rang, ${sql.join(digits, ' + ')} as signals from catalogue.recherche
      where ${within(share)} ${having(wanted)} ${andNotAmong(before)}
      order by signals desc, rang, id limit ${most}) found`,
  )
}

/**
 * Listed products whose ean or sku is this, of a family if one is named. They are looked up one by one: their number is not
 * known when this is planned.
 */
export const identifiedIds = (db: Database, identifier: string, family: string | undefined) =>
  idsOf(
    db,
    sql`
      select string_agg(id::text, ',' order by rang, id) as ids
      from (
        select id, rang
        from (select id from catalogue.produit where actif and identifiants @> array[${identifier}::text]) known
        cross join lateral (select rang, mots from catalogue.recherche where recherche.id = known.id offset 0) its
        ${family === undefined ? sql.empty : sql`where mots @@ ${lexeme(family)}::tsquery`}
        order by rang, id limit 20) found`,
  )
