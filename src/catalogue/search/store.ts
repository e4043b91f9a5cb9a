import type { Database } from '../../platform/database/database.ts'
import { type Sql, sql } from '../../platform/database/sql.ts'
import { lexeme } from '../words/vector.ts'
import { orderOf, type Ranked } from './store/ranking.ts'

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
    from catalogue.fiche join catalogue.produit using (id) where id = any(${ids}::bigint[])
    order by array_position(${ids}::bigint[], id)`
      .pointRead()
      .fromReplica(),
  )

/**
 * One in how many products is looked at. All shares but the whole have indexes of their own; each is half of the one before,
 * so that one holds as many matches as are wanted, and not twice as many.
 */
export const SHARES = [1, 2, 4, 8, 16, 32, 64, 128, 256] as const
export type Share = (typeof SHARES)[number]

/** As text, because the planner must see that it is the condition of an index. */
const within = (share: Share) => (share === 1 ? sql.empty : sql`and rang % ${sql.raw(String(share))} = 0`)

/**
 * A query that the planner cannot look into: where it expected many matches it read the whole table, and took two seconds
 * to find that `samsung` and `iphone` are seldom together.
 */
const unseen = (query: string) => sql`(select ${query}::tsquery)`

/** `is true` keeps the planner from asking the index for all of it. */
const having = (column: Sql, { sought, match }: Wanted) =>
  match === undefined
    ? sql`${column} @@ ${unseen(sought)}`
    : sql`${column} @@ ${unseen(sought)} and (${column} @@ ${match}::tsquery) is true`

/** As a sub-select PostgreSQL looks them up; a plan for any array compared each row with all of it. */
const notAmong = (ids: readonly number[]) => sql`and id not in (select unnest(${ids}::bigint[]))`

/** Of all matches those that stand first among equals, at most `most`, are ranked. */
const ranked = (columns: Sql, matches: Sql, order: Sql, most: number) => sql<{ ids: string | null }>`
  select string_agg(id::text, ',' order by ${order}) as ids
  from (
    select ${columns} ${matches}
    order by rang, id limit ${most}) found`

export type Looked = { share: Share; words: Ranked; before: readonly number[]; most: number }

/** Matches in name, brand and category that were not found before, at most `most`, the best first. */
export const namedIds = (db: Database, wanted: Wanted, { share, words, before, most }: Looked) =>
  idsOf(
    db,
    ranked(
      sql`id, rang, nom`,
      sql`from catalogue.produit where actif ${within(share)} and ${having(sql`nom`, wanted)}
        ${notAmong(before)}`,
      orderOf('named', words),
      most,
    ),
  )

/** Matches anywhere that were not found before, at most `most`, the best first. */
export const mentioningIds = (db: Database, wanted: Wanted, { share, words, before, most }: Looked) =>
  idsOf(
    db,
    ranked(
      sql`id, rang`,
      sql`from catalogue.fiche where texte is not null ${within(share)} and ${having(sql`texte`, wanted)}
        ${notAmong(before)}`,
      orderOf('mentioned', words),
      most,
    ),
  )

/** How many products of a share have it anywhere, `most` for more. */
export const countMentioning = async (db: Database, wanted: Wanted, share: Share, most: number) =>
  (
    await db.one(
      sql<{ count: number }>`
      select count(*) as count from (
        select from catalogue.fiche where texte is not null ${within(share)} and ${having(sql`texte`, wanted)}
        limit ${most}) found`.fromReplica(),
    )
  ).count

/**
 * Matches anywhere that were not found before, at most `most`, the best first: those that have `all` in name, brand and
 * category, then the others. The names are looked up one by one: their number is not known when this is planned.
 */
export const anywhereIds = (
  db: Database,
  wanted: Wanted & { all: string },
  { words, before, most }: Omit<Looked, 'share'>,
) =>
  idsOf(
    db,
    sql`
    select string_agg(id::text, ',' order by ${orderOf('anywhere', words)}) as ids
    from (
      select found.*, nom, nom @@ ${wanted.all}::tsquery as named
      from (
        select id, rang, texte from catalogue.fiche where texte is not null and ${having(sql`texte`, wanted)}
          ${notAmong(before)}
        order by rang, id limit ${most}) found
      cross join lateral (select nom from catalogue.produit where produit.id = found.id offset 0) its) found`,
  )

/** Listed products whose ean or sku is this, of a family if one is named. */
export const identifiedIds = (db: Database, identifier: string, family: string | undefined) =>
  idsOf(
    db,
    sql`
      select string_agg(id::text, ',' order by rang, id) as ids
      from (
        select id, rang from catalogue.produit where actif and identifiants @> array[${identifier}::text]
          ${family === undefined ? sql.empty : sql`and nom @@ ${lexeme(family)}::tsquery`}
        order by rang, id limit 20) found`,
  )
