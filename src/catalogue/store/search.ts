import type { Database } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'

/** `document` is the product's JSON, passed on as it is. */
export type Found = { document: string; prixDAchatFournisseurCents: number | null }
type Window = { limit: number; offset: number }

const inFamily = (famille: string | undefined) =>
  famille === undefined ? sql.empty : sql`and familles @> array[${famille}]`

/** So many products of a family are fetched and sorted; of more, the list of all is read off in order. */
const FEW = 5_000

/**
 * Listed products in the order of their creation, of one family or of all. `total` is how many there are: PostgreSQL
 * knows too little of a family to choose, so the way is chosen here.
 */
export const listProducts = (
  db: Database,
  famille: string | undefined,
  total: number,
  { limit, offset }: Window,
) => {
  const order = famille !== undefined && total <= FEW ? sql`id + 0` : sql`id`
  return db.rows(sql<Found>`
    select document::text, "prixDAchatFournisseurCents" from catalogue.produit
    where actif ${inFamily(famille)} order by ${order} limit ${limit} offset ${offset}`)
}

/** How many products are listed, from the kept count. */
export const countProducts = async (db: Database, famille: string | undefined) =>
  (
    await db.first(sql<{ nombre: number }>`
      select nombre from catalogue.compteur
      where genre = ${famille === undefined ? 'listes' : 'famille'} and cle = ${famille ?? ''}`)
  )?.nombre ?? 0

/**
 * The best matches and how many there are, up to `most`: no more than that many are looked at, however common a word is.
 * Those with the words in their name, brand or category come before those with some in their description only.
 */
export async function searchProducts(
  db: Database,
  query: string,
  famille: string | undefined,
  most: number,
  { limit, offset }: Window,
) {
  const found = await db.rows(sql<{ id: number | null; total: number }>`
    with named as materialized (
      select id, ts_rank("vecteurNom", ${query}::tsquery, 1) as rang from catalogue.produit
      where actif and "vecteurNom" @@ ${query}::tsquery ${inFamily(famille)} limit ${most}),
    described as materialized (
      select id, ts_rank(vecteur, ${query}::tsquery, 1) as rang from catalogue.produit
      where actif and vecteur @@ ${query}::tsquery and not "vecteurNom" @@ ${query}::tsquery ${inFamily(famille)}
      limit ${most} - (select count(*) from named)),
    ranked as (
      select id, 1 as place, rang from named union all select id, 2, rang from described),
    page as (select id, place, rang from ranked order by place, rang desc, id limit ${limit} offset ${offset})
    select page.id, counted.total from (select count(*) as total from ranked) counted left join page on true
    order by place, rang desc, id`)
  const ids = found.flatMap(({ id }) => (id === null ? [] : [id]))
  const rows =
    ids.length === 0
      ? []
      : await db.rows(sql<Found>`
          select document::text, "prixDAchatFournisseurCents" from catalogue.produit where id = any(${ids}::bigint[])
          order by array_position(${ids}::bigint[], id)`)
  return { rows, total: found[0]!.total }
}

/** Sums and numbers of the kept counts, and when the last message came in. */
export const readStatistics = async (db: Database) =>
  (await db.first(sql<{
    totalProducts: number
    activeProducts: number
    categoriesCount: number
    brandsCount: number
    lastSync: Date | null
  }>`
    select
      coalesce(sum(nombre) filter (where genre = 'tous'), 0)::bigint as "totalProducts",
      coalesce(sum(nombre) filter (where genre = 'listes'), 0)::bigint as "activeProducts",
      count(*) filter (where genre = 'categorie' and nombre > 0) as "categoriesCount",
      count(*) filter (where genre = 'marque' and nombre > 0) as "brandsCount",
      (select "lastSync" from catalogue.synchronisation) as "lastSync"
    from catalogue.compteur where genre <> 'famille'`))!
