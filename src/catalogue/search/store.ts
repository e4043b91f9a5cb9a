import type { Database } from '../../platform/database/database.ts'
import { type Sql, sql } from '../../platform/database/sql.ts'

/** `document` is the product's JSON, passed on as it is. */
export type Found = { document: string; prixDAchatFournisseurCents: number | null; enStock: boolean }

/** What is looked for, each the text of a tsquery. */
export type Wanted = {
  /** What an index is asked for; whether that is all. */
  sought: string
  isWhole: boolean
  /** What a product must have: as much or more. */
  match: string
  /** The words in what it must have, which it is ranked by. */
  words: string
  /** The same, in its name. */
  inName: string
  /** Any of the words. */
  any: string
  /** There is but one. */
  single: boolean
}

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

/** One in how many products is looked at. Those in 8 and in 64 have indexes of their own. */
export type Share = 1 | 8 | 64
const SHARES = { 1: sql.empty, 8: sql`and id % 8 = 0`, 64: sql`and id % 64 = 0` }

/**
 * A query that the planner cannot look into: where it expected many matches it read the whole table, and took two seconds
 * to find that `samsung` and `iphone` are seldom together.
 */
const unseen = (query: string) => sql`(select ${query}::tsquery)`

/** `is true` keeps the planner from asking the index for all of it. */
const having = (column: Sql, { sought, isWhole, match }: Wanted) =>
  isWhole
    ? sql`${column} @@ ${unseen(match)}`
    : sql`${column} @@ ${unseen(sought)} and (${column} @@ ${match}::tsquery) is true`

/**
 * Matches in name, brand and category, at most `most`: those with all the words in their name first, then by how they stand
 * in name, brand and category.
 */
export const namedIds = (db: Database, wanted: Wanted, share: Share, most: number) =>
  idsOf(
    db,
    sql`
      select string_agg(id::text, ',' order by
          nom @@ ${wanted.inName}::tsquery desc, ts_rank(nom, ${wanted.words}::tsquery, 1) desc, id) as ids
      from (
        select id, nom from catalogue.produit where actif ${SHARES[share]} and ${having(sql`nom`, wanted)}
        limit ${most}) found`,
  )

/**
 * Matches anywhere that were not found before, at most `most`: those with more of the words in their name first. A single
 * word is in no name that was not found before.
 */
export const mentioningIds = (
  db: Database,
  wanted: Wanted,
  share: Share,
  before: readonly number[],
  most: number,
) =>
  idsOf(
    db,
    sql`
      select string_agg(id::text, ',' order by ${wanted.single ? sql.empty : sql`ts_rank(texte, ${wanted.any}::tsquery, 1) desc,`} id) as ids
      from (
        select id, texte from catalogue.fiche
        where texte is not null ${SHARES[share]} and ${having(sql`texte`, wanted)}
          and id <> all(${before}::bigint[])
        limit ${most}) found`,
  )
