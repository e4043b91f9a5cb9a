import type { Database, Tx } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Article, ProductChange } from '../contract.ts'
import type { RecordOf } from '../fields.ts'
import { produits } from '../resources.ts'
import { countSql, fragmentsOf, type StoredRecord } from '../store.ts'

/** Finds products by id or by ean, except deleted ones. */
export const findArticlesByReference = (db: Database, ids: readonly number[], eans: readonly string[]) => {
  const found = sql<Omit<Article, 'ref'>>`
    select id, ean, nom, "prixDeVenteCents", "tauxTva", categories, "statutProduit", poids from reference.produit
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

/**
 * Returns products in the form in which they are announced, with supplier references and the terms of the preferred
 * supplier (the latest of several).
 */
export const readProductChanges = (db: Database, ids: readonly number[]) =>
  db.rows(sql<ProductChange>`
    select p.id, p.version, p."deletedAt" is not null as supprime, p.ean, p.nom, p."prixDeVenteCents", p.description,
      p."photosUrls", p.categories, p.marque, p.poids, p.couleurs, p.dimensions, p."caracteristiquesTechniques",
      p."dureeGarantie", p."statutProduit", p."documentationUrl", p."dateFinReapprovisionnement", p."dateFinDeVie",
      r.sku, r."quantiteMin", r.packaging, r."prixDAchatFournisseurCents",
      array(select distinct r."referenceFournisseur" from reference.produit_fournisseur r
        join reference.fournisseur f on f.id = r."fournisseurId" and f."deletedAt" is null
        where r."produitId" = p.id and r."referenceFournisseur" is not null order by 1) as "referencesFournisseurs"
    from reference.produit p
    left join lateral (
      select r."referenceFournisseur" as sku, r."quantiteMinimaleCommande" as "quantiteMin", r.packaging,
        r."prixFournisseurCents" as "prixDAchatFournisseurCents"
      from reference.produit_fournisseur r
      join reference.fournisseur f on f.id = r."fournisseurId" and f."deletedAt" is null
      where r."produitId" = p.id and r."statutRelation" = 'prefere'
      order by r."updatedAt" desc, r.id desc limit 1) r on true
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
