import type { Database, Tx } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Statistics } from '../schemas.ts'
import { isWeighted, vectorOf } from '../words/weighted-terms.ts'
import { type Label, type ProductRecord, partitionOf } from './product-record.ts'

export type IndexedProduct = Pick<
  ProductRecord,
  'id' | 'version' | 'supprime' | 'actif' | 'categorie' | 'marque' | 'mots'
>

export const findIndexed = (tx: Tx, ids: readonly number[]) =>
  tx.rows(sql<IndexedProduct>`
    select id, version, supprime, actif, categorie, marque,
      coalesce(tsvector_to_array(titre) || tsvector_to_array(mots), '{}') as mots
    from catalogue.produit left join catalogue.recherche using (id) where id = any(${ids}::bigint[])`)

const columns = sql`id, version, actif, supprime, categorie, marque, prix, tri, identifiants, document,
  "prixDAchatFournisseurCents", historique`

/** Inserts new products. `soldOut` contains the ids of those that are sold out in every store with a stock row. */
export async function insertProducts(
  tx: Tx,
  products: readonly ProductRecord[],
  soldOut: ReadonlySet<number>,
) {
  const rowOf = (product: ProductRecord) => [
    ...[product.id, product.version, product.actif, product.supprime, product.categorie, product.marque],
    ...[product.prix, product.tri, product.identifiants, JSON.stringify(product.document)],
    ...[product.prixDAchatFournisseurCents, product.historique && JSON.stringify(product.historique)],
    !soldOut.has(product.id),
  ]
  await tx.copy(sql`copy catalogue.produit (${columns}, "enStock") from stdin`, products.values().map(rowOf))
  await tx.copy(
    sql`copy catalogue.recherche (id, part, rang, titre, mots) from stdin`,
    products
      .values()
      .flatMap(searchRowOf)
      .map(({ id, part, rang, titre, mots }) => [id, part, rang, titre, mots]),
  )
}

export async function updateProducts(tx: Tx, products: readonly ProductRecord[]) {
  await tx.run(sql`
    update catalogue.produit p set (${columns}) = row(given.*)
    from json_to_recordset(${sql.json(products.map(({ mots: _, rang: __, ...product }) => product))}::json) as given (
      id bigint, version integer, actif boolean, supprime boolean, categorie text, marque text, prix integer, tri text,
      identifiants text[], document json, "prixDAchatFournisseurCents" integer, historique json)
    where p.id = given.id`)
  const listed = products.flatMap(searchRowOf)
  // Deletes the rows of products that are no longer listed or that a changed ean moves to another partition.
  await tx.run(sql`
    delete from catalogue.recherche where id = any(${products.map(({ id }) => id)}::bigint[]) and (id, part) not in (
      select * from json_to_recordset(${sql.json(listed.map(({ id, part }) => ({ id, part })))}::json)
        as given (id bigint, part integer))`)
  await tx.run(sql`
    insert into catalogue.recherche as known (id, part, rang, titre, mots)
    select id, part, rang, titre, mots from json_to_recordset(${sql.json(listed)}::json)
      as given (id bigint, part integer, rang integer, titre tsvector, mots tsvector)
    on conflict (id, part) do update set rang = excluded.rang, titre = excluded.titre, mots = excluded.mots
      where (known.rang, known.titre, known.mots) is distinct from (excluded.rang, excluded.titre, excluded.mots)`)
}

/** Separates the terms that rank results from those that find them. */
const byUse = (mots: readonly string[]) =>
  [mots.filter(isWeighted), mots.filter(mot => !isWeighted(mot))] as const

function searchRowOf({ id, actif, rang, mots: terms }: ProductRecord) {
  const [titre, mots] = byUse(terms)
  return actif ? [{ id, part: partitionOf(rang), rang, titre: vectorOf(titre), mots: vectorOf(mots) }] : []
}

/** The tables with GIN indexes, whose pending lists are merged after many inserts. */
export const TABLES_WITH_PENDING_LISTS = ['catalogue.produit', 'catalogue.recherche']

/** Prepares a transaction that inserts many products: each pending list may grow to 64 MB before it is merged. */
export const prepareBulkInsert = (tx: Tx) =>
  tx.run(sql`select set_config('gin_pending_list_limit', '64MB', true), set_config('work_mem', '64MB', true)`)

export const analyzeTables = (tx: Tx) =>
  tx.run(
    sql`
    analyze catalogue.produit, catalogue.recherche, catalogue.mot, catalogue.reste`.unprepared(),
  )

export const updateSyncedAt = (tx: Tx, now: Date) =>
  tx.run(sql`
    insert into catalogue.synchronisation ("lastSync") values (${now})
    on conflict (id) do update set "lastSync" = excluded."lastSync"`)

/** Removes products from searches and marks them as deleted. Late messages do not restore them: the version is kept. */
export const markDeleted = (tx: Tx, ids: readonly number[]) =>
  tx.run(sql`
    with gone as (
      update catalogue.produit set supprime = true, actif = false where id = any(${ids}::bigint[]) returning id)
    delete from catalogue.recherche where id in (select id from gone)`)

/**
 * A stored count: of all products that are not deleted (`tous`), of the listed ones (`listes`), and of those in `tous`
 * by category and by brand.
 */
export type Count = { genre: 'tous' | 'listes' | 'categorie' | 'marque'; cle: string; nombre: number }

/** Adds differences to the stored counts, and returns the new counts. */
export const addCounts = (tx: Tx, counts: readonly Count[]) =>
  tx.rows(sql<Count>`
    insert into catalogue.compteur (genre, cle, nombre)
    select genre, cle, nombre
    from json_to_recordset(${sql.json(counts)}::json) as given (genre text, cle text, nombre bigint)
    on conflict (genre, cle) do update set nombre = compteur.nombre + excluded.nombre
    returning genre, cle, nombre`)

/** Returns statistics from the stored counts, and the time of the last update from reference. */
export const readStatistics = (db: Database) =>
  db.one(
    sql<Statistics>`
    select
      coalesce(max(nombre) filter (where genre = 'tous'), 0) as "totalProducts",
      coalesce(max(nombre) filter (where genre = 'listes'), 0) as "activeProducts",
      count(*) filter (where genre = 'categorie' and nombre > 0) as "categoriesCount",
      count(*) filter (where genre = 'marque' and nombre > 0) as "brandsCount",
      (select "lastSync" from catalogue.synchronisation) as "lastSync"
    from catalogue.compteur where genre in ('tous', 'listes', 'categorie', 'marque')`.pointRead(),
  )

/** Does not replace a stored label, so that responses do not change with every message. */
export const insertLabels = (tx: Tx, labels: readonly Label[]) =>
  tx.run(sql`
    insert into catalogue.libelle (genre, cle, libelle)
    select genre, cle, libelle from json_to_recordset(${sql.json(labels)}::json)
      as given (genre text, cle text, libelle text)
    on conflict do nothing`)

/** Returns the labels of the keys, by key. A key without a label is absent. */
export async function readLabels(db: Database, genre: Label['genre'], keys: readonly string[]) {
  const rows = await db.rows(
    sql<Label>`
    select genre, cle, libelle from catalogue.libelle where genre = ${genre} and cle = any(${keys}::text[])`
      .pointRead()
      .fromReplica(),
  )
  return new Map(rows.map(({ cle, libelle }) => [cle, libelle]))
}
