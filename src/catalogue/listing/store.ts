import type { Database } from '../../platform/database/database.ts'
import { type Sql, sql } from '../../platform/database/sql.ts'
import type { ProductDocument } from '../index/product-record.ts'
import { type Filters, isFiltered, type Sort } from './filters.ts'

/** The filters, the order and the range of a page of products. */
export type PageQuery = { filters: Filters; sort: Sort; limit: number; offset: number }

/** A row of a page. `document` is the product's JSON as text, because it is sent without being parsed. */
export type StoredProduct = {
  id: number
  document: string
  prixDAchatFournisseurCents: number | null
  enStock: boolean
  stockConnu: boolean
  /** The JSON of a `PriceHistory`. */
  historique: string | null
  /** The version of the copy of the promotions. */
  promotions: number
}

/** The columns of a product by which facets count it. */
export type FacetRow = { categorie: string; marque: string; prix: number }

/** Whether at least one store tracks the stock of a row of `catalogue.produit`. */
const stockKnown = sql`
  exists (select from catalogue.stock where stock.produit = produit.id) as "stockConnu"`

/** The columns of a row of `catalogue.produit` in addition to its id and document. */
export const shownColumns = sql`"prixDAchatFournisseurCents", "enStock", ${stockKnown}, historique::text,
  (select version from catalogue.promotions_version) as promotions`

const when = (given: unknown, condition: Sql) => (given === undefined ? sql.empty : condition)

/** Returns the conditions on a row of `catalogue.produit` as SQL, each preceded by `and`. */
export const conditionsOf = ({ family, marque, prixMin, prixMax, enStock }: Filters) => sql`
  ${when(family, sql`and categorie = any(${family?.categories}::text[])`)}
  ${when(marque, sql`and marque = ${marque} and marque <> ''`)}
  ${when(prixMin, sql`and prix >= ${prixMin}::bigint`)}
  ${when(prixMax, sql`and prix <= ${prixMax}::bigint`)}
  ${when(enStock, sql`and "enStock" = ${enStock}::boolean`)}`

/** The sort orders. Each has a partial index on the listed products, which begins with its columns. */
export const ORDERS: Record<Sort, Sql> = {
  pertinence: sql`id`,
  prix: sql`prix, id`,
  '-prix': sql`prix desc, id desc`,
  nom: sql`tri, id`,
  nouveaute: sql`id desc`,
}

/**
 * Returns SQL for the total of a list: the stored one or, if the list is filtered by more than its family, a count of
 * up to `most`.
 */
export function totalOf(filters: Filters, most: number): Sql {
  if (isFiltered(filters))
    return sql`
      select count(*) from (select from catalogue.produit where actif ${conditionsOf(filters)} limit ${most}) counted`
  if (filters.family) return sql`select ${filters.family.listed}::bigint`
  return sql`select nombre from catalogue.compteur where genre = 'listes' and cle = ''`
}

/**
 * Returns the rows of a page and the total; a page beyond the last has no products. `total` is a query for one number.
 * The ids are found first, so that no document before the page is read.
 */
export async function readPage(
  db: Database,
  { filters, sort, limit, offset }: PageQuery,
  total: Sql,
): Promise<{ total: number; products: StoredProduct[] }> {
  const statement = sql<StoredProduct & { total: number | null }>`
    with counted as materialized (select coalesce((${total}), 0) as total)
    select total, id, document::text, ${shownColumns}
    from counted left join catalogue.produit on id = any(case when ${offset}::bigint < total then array(
      select id from catalogue.produit where actif ${conditionsOf(filters)}
      order by ${ORDERS[sort]} ${sql.page(limit, offset)}) end)
    order by ${ORDERS[sort]}`
  // Filters may match few or many products, so a filtered statement is planned for its values each time.
  const isAlways = conditionsOf(filters).values.length === 0
  const rows = await db.rows((isAlways ? statement : statement.unprepared()).fromReplica())
  return { total: rows[0]?.total ?? 0, products: rows.filter(({ id }) => id !== null) }
}

/** Returns a product; undefined if it is not listed. */
export const findListed = (db: Database, id: number) =>
  db.first(
    sql<Omit<StoredProduct, 'id' | 'document'> & { document: ProductDocument }>`
    select document, ${shownColumns}
    from catalogue.produit where id = ${id} and actif`
      .pointRead()
      .fromReplica(),
  )

/**
 * Returns rows for facets. They are transferred as one text, because a thousand rows took longer in the driver than in
 * PostgreSQL.
 */
export async function readFacetRows(db: Database, rows: Sql): Promise<FacetRow[]> {
  const text = await db.value(
    sql<{ text: string }>`
      select coalesce(json_agg(json_build_object('categorie', categorie, 'marque', marque, 'prix', prix)), '[]')::text as text
      from (${rows}) as row`
      .fromReplica()
      .unprepared(),
  )
  // The statement builds objects with the fields of a FacetRow.
  return JSON.parse(text) as FacetRow[]
}

/** Returns up to `most` listed products with the columns for facets. */
export const readListedFacetRows = (db: Database, filters: Filters, most: number) =>
  readFacetRows(
    db,
    sql`select categorie, marque, prix from catalogue.produit where actif ${conditionsOf(filters)} order by id limit ${most}`,
  )
