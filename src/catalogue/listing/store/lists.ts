import type { Database } from '../../../platform/database/database.ts'
import { type Sql, sql } from '../../../platform/database/sql.ts'
import { aisleOfBrand, aisleOfFamily, EVERYTHING } from '../../read-model/store/aisles.ts'
import { lexeme } from '../../words/vector.ts'
import type { Filters, Sort } from '../asked.ts'
import type { Row } from '../narrow.ts'

export type Window = { limit: number; offset: number }

/** Where products are looked for: the aisle of the family, or that of the brand where it is the smaller one. */
export type Aisle = 'all' | 'family' | 'brand'

const when = (given: unknown, condition: Sql) => (given === undefined ? sql.empty : condition)

const keyOf = (aisle: Aisle, { famille, marque }: Filters) =>
  aisle === 'brand'
    ? aisleOfBrand(marque ?? '')
    : aisle === 'family'
      ? aisleOfFamily(famille ?? '')
      : EVERYTHING

/**
 * Planned anew for its values each time: the aisle of all products has a million, most have a hundred, and a plan made for
 * the usual one sorted all products for a page.
 */
const from = (aisle: Aisle, filters: Filters) => {
  const { famille, marque, prixMin, prixMax, enStock } = filters
  return sql`
  from catalogue.rayon where rayon = ${keyOf(aisle, filters)}
  ${when(aisle === 'brand' ? undefined : marque, sql`and marque = ${aisleOfBrand(marque ?? '')}::bigint`)}
  ${when(
    aisle === 'brand' ? famille : undefined,
    sql`and exists (
    select from catalogue.rayon f where f.rayon = ${aisleOfFamily(famille ?? '')} and f.produit = rayon.produit)`,
  )}
  ${when(prixMin, sql`and prix >= ${prixMin}::bigint`)}
  ${when(prixMax, sql`and prix <= ${prixMax}::bigint`)}
  ${when(enStock, sql`and "enStock" = ${enStock}::boolean`)}`
}

export const ORDERS: Record<Sort, Sql> = {
  pertinence: sql`produit`,
  prix: sql`prix, produit`,
  '-prix': sql`prix desc, produit desc`,
  nom: sql`tri, produit`,
  nouveaute: sql`produit desc`,
}

/** A page of the ids of listed products. */
export const listedIds = async (
  db: Database,
  aisle: Aisle,
  filters: Filters,
  sort: Sort,
  { limit, offset }: Window,
) =>
  (
    await db.rows(
      sql<{ produit: number }>`
      select produit ${from(aisle, filters)} order by ${ORDERS[sort]} limit ${limit} offset ${offset}`
        .fromReplica()
        .unprepared(),
    )
  ).map(({ produit }) => produit)

/** How many listed products there are, `most` for more. */
export const countUpTo = async (db: Database, aisle: Aisle, filters: Filters, most: number) =>
  (
    await db.one(
      sql<{
        total: number
      }>`select count(*) as total from (select ${from(aisle, filters)} limit ${most}) as found`
        .fromReplica()
        .unprepared(),
    )
  ).total

/** Rows travel as one text: the driver took longer for a thousand of them than finding them did. */
async function inOneText(db: Database, rows: Sql) {
  const { text } = await db.one(
    sql<{ text: string }>`select coalesce(json_agg(row), '[]')::text as text from (${rows}) as row`
      .fromReplica()
      .unprepared(),
  )
  // The statements below name the columns of a row.
  return JSON.parse(text) as Row[]
}

/** The first `most` listed products, oldest first, with what they are counted by. */
export const listedRows = (db: Database, aisle: Aisle, filters: Filters, most: number) =>
  inOneText(
    db,
    sql`
    select id, found.prix, tri, produit.marque, found."enStock", categorie, true as "dansFamille"
    from (select produit, prix, "enStock" ${from(aisle, filters)} order by produit limit ${most}) as found
    join catalogue.produit on id = found.produit order by id`,
  )

/** What these products are narrowed, sorted and counted by, in the order of the ids. */
export const rowsOf = (db: Database, ids: readonly number[], famille: string | undefined) =>
  inOneText(
    db,
    sql`
    select id, prix, tri, marque, "enStock", categorie,
      ${famille === undefined ? sql`true` : sql`mots @@ ${lexeme(famille)}::tsquery`} as "dansFamille"
    from unnest(${ids}::bigint[]) with ordinality as wanted (id, place)
    join catalogue.produit using (id) ${famille === undefined ? sql.empty : sql`join catalogue.recherche using (id)`}
    where actif order by place`,
  )

/** How many products there are of a brand, listed or not. */
export const countOfBrand = async (db: Database, marque: string) =>
  (
    await db.first(
      sql<{
        nombre: number
      }>`select nombre from catalogue.compteur where genre = 'marque' and cle = ${marque}`
        .pointRead()
        .fromReplica(),
    )
  )?.nombre ?? 0
