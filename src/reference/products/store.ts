import type { Database, Tx } from '../../platform/database/database.ts'
import { type Sql, sql } from '../../platform/database/sql.ts'
import type { Article, ProductChange } from '../contract.ts'
import type { RecordOf } from '../fields.ts'
import { produits } from '../resources.ts'
import { countSql, fragmentsOf, type StoredRecord } from '../store.ts'

/** The terms of the preferred supplier of the product `p`, the latest of several. */
const preferredRelation = sql`
  reference.produit_fournisseur r
  join reference.fournisseur f on f.id = r."fournisseurId" and f."deletedAt" is null
  where r."produitId" = p.id and r."statutRelation" = 'prefere'
  order by r."updatedAt" desc, r.id desc limit 1`

/** Finds products by id or by ean, except deleted ones. */
export const findArticlesByReference = (db: Database, ids: readonly number[], eans: readonly string[]) => {
  const found = sql<Omit<Article, 'ref'>>`
    select id, ean, nom, "prixDeVenteCents", "tauxTva", categories, "statutProduit", poids, retractable,
      "photosUrls"[1] as "photoUrl",
      (select json_build_object('id', f.id, 'nom', f."nomLegal") from ${preferredRelation}) as fournisseur
    from reference.produit p
    where (id = any(${sql.list(ids, 'bigint')}) or ean = any(${sql.list(eans, 'text')})) and "deletedAt" is null order by id`
  return db.rows(found.pointRead())
}

/** Returns the product with this ean, or else the first with this supplier reference. */
export const findProductBySku = (db: Database, sku: string) =>
  db.first(
    sql<StoredRecord & RecordOf<typeof produits.fields>>`
      select ${fragmentsOf(produits).columns} from reference.produit where id = (
        select id from (
          select id, 1 as place from reference.produit where ean = ${sku} and "deletedAt" is null
          union all
          select p.id, 2 from reference.produit_fournisseur r
            join reference.produit p on p.id = r."produitId" and p."deletedAt" is null
            join reference.fournisseur f on f.id = r."fournisseurId" and f."deletedAt" is null
          where r."referenceFournisseur" = ${sku}) found
        order by place, id limit 1)`.pointRead(),
  )

/**
 * Returns the ids that belong to no active product. Locks the active ones against deletion until the transaction ends.
 */
export const findInactiveProducts = async (tx: Tx, ids: readonly number[]) => {
  const active = await tx.column(sql<{ id: number }>`
    select id from reference.produit
    where id = any(${ids}::bigint[]) and "deletedAt" is null and "statutProduit" = 'actif' order by id for key share`)
  return [...new Set(ids).difference(new Set(active))]
}

/** Removes products from the complements of others. */
export const removeComplements = (tx: Tx, ids: readonly number[], now: Date) =>
  tx.run(sql`
    with named as materialized (
      select id from reference.produit
      where "produitsComplementairesIds" && ${ids}::integer[] and "deletedAt" is null order by id for no key update)
    update reference.produit p set version = version + 1, "updatedAt" = ${now},
      "produitsComplementairesIds" = array(
        select other from unnest("produitsComplementairesIds") with ordinality as kept (other, place)
        where other <> all(${ids}::integer[]) order by place)
    from named where p.id = named.id`)

/** Returns up to `limit` ids of deleted products after `after`, and the number of all deleted products. */
export const readDeletedProducts = async (db: Database, after: number, limit: number) =>
  await db.one(sql<{ total: number; ids: number[] }>`
    select
      (select count(*) from reference.produit where "deletedAt" is not null) as total,
      array(select id::integer from reference.produit
        where "deletedAt" is not null and id > ${after} order by id limit ${limit}) as ids`)

/** Increments versions after a change of purchase terms, because announced products contain the terms. */
export const incrementVersions = (tx: Tx, ids: readonly number[]) =>
  tx.run(sql`
    update reference.produit set version = version + 1
    where id in (select id from reference.produit where id = any(${ids}::bigint[]) order by id for update)`)

/** The price and the category path of a product before a change. */
export type FormerPrice = { id: number; prixDeVenteCents: number; categories: string }

/**
 * Stores the present prices of updated products from `now` on and, with the first change of a product, the former price from
 * its creation on. A price that lasted less than a millisecond is replaced.
 */
export const insertPrices = (tx: Tx, former: readonly FormerPrice[], now: Date) =>
  tx.run(sql`
    with changed as materialized (
      select p.id, p."createdAt", p."prixDeVenteCents", p.categories, former."prixDeVenteCents" as cents,
        former.categories as path, last.depuis is null as "isFirst",
        greatest(${now}::timestamptz, last.depuis, p."createdAt") as depuis
      from json_to_recordset(${sql.json(former)}::json)
        as former (id bigint, "prixDeVenteCents" integer, categories text)
      join reference.produit p using (id)
      cross join lateral (select max(depuis) as depuis from reference.prix where "produitId" = p.id) last)
    insert into reference.prix ("produitId", depuis, "prixDeVenteCents", categories)
    select id, "createdAt", cents, path from changed where "isFirst" and "createdAt" < depuis
    union all select id, depuis, "prixDeVenteCents", categories from changed
    on conflict ("produitId", depuis) do update
      set "prixDeVenteCents" = excluded."prixDeVenteCents", categories = excluded.categories`)

/** A price and the time since which it applies, as JSON. */
export type StoredPrice = { depuis: string; prixDeVenteCents: number; categories: string }

/** Returns SQL for the latest prices of the product `p`, the oldest first, as JSON; null if its price has not changed. */
const latestPrices = (limit: Sql) => sql`(
  select json_agg(json_build_object('depuis', to_char(depuis at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'prixDeVenteCents', "prixDeVenteCents", 'categories', categories) order by depuis)
  from (select * from reference.prix where "produitId" = p.id order by depuis desc ${limit}) latest)`

/** Returns the present price of a product and those since the first change; undefined for an unknown product. */
export const findPrices = (db: Database, id: number) =>
  db.first(
    sql<{ prixDeVenteCents: number; createdAt: Date; prix: StoredPrice[] | null }>`
    select "prixDeVenteCents", "createdAt", ${latestPrices(sql.empty)} as prix
    from reference.produit p where id = ${id} and "deletedAt" is null`.pointRead(),
  )

/** Deletes the prices that were replaced before a time. */
export const prunePrices = (tx: Tx, before: Date) =>
  tx.run(sql`
    delete from reference.prix p using reference.prix next
    where next."produitId" = p."produitId" and next.depuis > p.depuis and next.depuis <= ${before}`)

/** The number of prices in an announcement: enough for three months of daily changes, in six kilobytes. */
const MAX_ANNOUNCED = 100

/**
 * Returns products in the form in which they are announced, with supplier references and the terms of the preferred
 * supplier.
 */
export const readProductChanges = (db: Database, ids: readonly number[]) =>
  db.rows(sql<ProductChange>`
    select p.id, p.version, p."deletedAt" is not null as supprime, p.ean, p.nom, p."prixDeVenteCents", p.description,
      p."photosUrls", p.categories, p.marque, p.poids, p.couleurs, p.dimensions, p."caracteristiquesTechniques",
      p."dureeGarantie", p."statutProduit", p."createdAt", ${latestPrices(sql.page(MAX_ANNOUNCED, 0))} as prix,
      p."documentationUrl", p."dateFinReapprovisionnement", p."dateFinDeVie", p.retractable,
      r.sku, r."quantiteMin", r.packaging, r."prixDAchatFournisseurCents",
      array(select distinct r."referenceFournisseur" from reference.produit_fournisseur r
        join reference.fournisseur f on f.id = r."fournisseurId" and f."deletedAt" is null
        where r."produitId" = p.id and r."referenceFournisseur" is not null order by 1) as "referencesFournisseurs"
    from reference.produit p
    left join lateral (
      select r."referenceFournisseur" as sku, r."quantiteMinimaleCommande" as "quantiteMin", r.packaging,
        r."prixFournisseurCents" as "prixDAchatFournisseurCents"
      from ${preferredRelation}) r on true
    where p.id = any(${ids}::bigint[]) order by p.id`)

/** Returns the ids of products that these suppliers sell. */
export const findProductsSoldBy = (db: Database, suppliers: readonly number[]) =>
  db.column(sql<{ id: number }>`
    select distinct "produitId" as id from reference.produit_fournisseur
    where "fournisseurId" = any(${suppliers}::bigint[]) order by 1`)

/** Returns the next product ids in the order of creation after `after`, deleted ones included. */
export const listProductIdsAfter = (db: Database, after: number, limit: number) =>
  db.column(sql<{ id: number }>`
    select id from reference.produit where id > ${after} order by id limit ${limit}`)

/** Returns the number of products that are not deleted. */
export const countProducts = (db: Database) =>
  db.value(sql<{ total: number }>`select ${countSql('produits', '')} as total`)
