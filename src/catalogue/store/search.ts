import type { Database } from '../../platform/database/database.ts'
import { type Sql, sql } from '../../platform/database/sql.ts'

/** `document` is the product's JSON, passed on as it is. */
export type Found = { document: string; prixDAchatFournisseurCents: number | null }
export type Window = { limit: number; offset: number }

/** What is looked for, each the text of a tsquery. */
export type Wanted = {
  /** What a product must have. */
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
    select document::text, "prixDAchatFournisseurCents" from catalogue.fiche where id = any(${ids}::bigint[])
    order by array_position(${ids}::bigint[], id)`.fromReplica(),
  )

/** Listed products in the order of their creation. */
export const listedIds = (db: Database, { limit, offset }: Window) =>
  idsOf(
    db,
    sql`
      select string_agg(id::text, ',' order by id) as ids from (
        select id from catalogue.produit where actif order by id limit ${limit} offset ${offset}) page`,
  )

/** Listed products of a family in the order of their creation. */
export const idsOfFamily = (db: Database, famille: string, { limit, offset }: Window) =>
  idsOf(
    db,
    sql`
      select string_agg(produit::text, ',' order by produit) as ids from (
        select produit from catalogue.famille where famille = ${famille}
        order by produit limit ${limit} offset ${offset}) page`,
  )

/** One in how many products is looked at. Those in 8 and in 64 have indexes of their own. */
export type Share = 1 | 8 | 64
const SHARES = { 1: sql.empty, 8: sql`and id % 8 = 0`, 64: sql`and id % 64 = 0` }

/**
 * A query that the planner cannot look into: where it expected many matches it read the whole table, and took two seconds
 * to find that `samsung` and `iphone` are seldom together.
 */
const unseen = (query: string) => sql`(select ${query}::tsquery)`

/**
 * Matches in name, brand and category, at most `most`: those with all the words in their name first, then by how they stand
 * in name, brand and category.
 */
export const namedIds = (db: Database, { match, words, inName }: Wanted, share: Share, most: number) =>
  idsOf(
    db,
    sql`
      select string_agg(id::text, ',' order by
          nom @@ ${inName}::tsquery desc, ts_rank(nom, ${words}::tsquery, 1) desc, id) as ids
      from (
        select id, nom from catalogue.produit where actif ${SHARES[share]} and nom @@ ${unseen(match)}
        limit ${most}) found`,
  )

const mentioning = ({ match }: Wanted, share: Share, before: readonly number[], most: number) => sql`
  select id from catalogue.fiche
  where texte is not null ${SHARES[share]} and texte @@ ${unseen(match)} and id <> all(${before}::bigint[])
  limit ${most}`

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
    wanted.single
      ? sql`
          select string_agg(id::text, ',' order by id) as ids
          from (${mentioning(wanted, share, before, most)}) found`
      : sql`
          select string_agg(id::text, ',' order by ts_rank(nom, ${wanted.any}::tsquery, 1) desc, id) as ids
          from (${mentioning(wanted, share, before, most)}) found
          cross join lateral (select nom from catalogue.produit p where p.id = found.id offset 0) named`,
  )
