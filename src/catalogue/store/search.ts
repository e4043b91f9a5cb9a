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
}

/** Ids travel as one text: a thousand rows of one number took the driver longer than finding them. */
async function idsOf(db: Database, statement: Sql<{ ids: string | null }>) {
  const row = await db.first(statement)
  return row?.ids ? row.ids.split(',').map(Number) : []
}

/** Products by id, in the order of the ids. */
export const showProducts = (db: Database, ids: readonly number[]) =>
  db.rows(sql<Found>`
    select document::text, "prixDAchatFournisseurCents" from catalogue.fiche where id = any(${ids}::bigint[])
    order by array_position(${ids}::bigint[], id)`)

/** Listed products in the order of their creation. */
export const listedIds = (db: Database, { limit, offset }: Window) =>
  idsOf(
    db,
    sql`
      select string_agg(id::text, ',' order by id) as ids from (
        select id from catalogue.produit where actif order by id limit ${limit} offset ${offset}) page`,
  )

/** Products listed under a word of their name, brand or category, the best first; under a family in order of creation. */
export const idsUnder = (db: Database, mot: string, { limit, offset }: Window) =>
  idsOf(
    db,
    sql`
      select string_agg(produit::text, ',' order by rang desc, produit) as ids from (
        select produit, rang from catalogue.occurrence where mot = ${mot}
        order by rang desc, produit limit ${limit} offset ${offset}) page`,
  )

/** Those with all the words in their name first, then by how they stand in name, brand and category. */
const ranked = ({ words, inName }: Wanted) => sql`
  string_agg(id::text, ',' order by nom @@ ${inName}::tsquery desc, ts_rank(nom, ${words}::tsquery, 1) desc, id) as ids`

/** Matches in name, brand and category among the best `probes` products of one of the words, at most `most`. */
export const namedIdsUnder = (db: Database, mot: string, wanted: Wanted, probes: number, most: number) =>
  idsOf(
    db,
    sql`
      select ${ranked(wanted)} from (
        select p.id, p.nom from (
          select produit, rang from catalogue.occurrence where mot = ${mot}
          order by rang desc, produit limit ${probes}) best
        join catalogue.produit p on p.id = best.produit
        where p.nom @@ ${wanted.match}::tsquery order by best.rang desc, p.id limit ${most}) found`,
  )

/** Matches in name, brand and category, at most `most`. */
export const namedIds = (db: Database, wanted: Wanted, most: number) =>
  idsOf(
    db,
    sql`
      select ${ranked(wanted)} from (
        select id, nom from catalogue.produit where actif and nom @@ ${wanted.match}::tsquery limit ${most}) found`,
  )

/** Matches anywhere that were not found before, at most `most`: those with more of the words in their name first. */
export const mentioningIds = (
  db: Database,
  { match, any }: Wanted,
  before: readonly number[],
  most: number,
) =>
  idsOf(
    db,
    sql`
      select string_agg(id::text, ',' order by ts_rank(nom, ${any}::tsquery, 1) desc, id) as ids from (
        select p.id, p.nom from catalogue.fiche f join catalogue.produit p on p.id = f.id
        where texte is not null and texte @@ ${match}::tsquery and f.id <> all(${before}::bigint[])
        limit ${most}) found`,
  )
