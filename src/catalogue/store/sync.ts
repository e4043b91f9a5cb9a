import type { Tx } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import type { ReadProduct } from '../read-product.ts'

/** Waits until no other transaction brings the read model up to date, in whatever process. */
export const takeTurn = (tx: Tx) => tx.run(sql`select pg_advisory_xact_lock(4815162344)`)

/**
 * A product as it is known: `named` and `described` are the words by which it is found now, `renamed` tells whether those
 * of its name, brand and categories are to change.
 */
export type Known = Pick<ReadProduct, 'id' | 'version' | 'supprime' | 'actif' | 'categorie' | 'marque'> & {
  renamed: boolean
  named: string[]
  described: string[]
}

const knownColumns = sql`p.id, version, supprime, actif, categorie, marque,
  case when actif then tsvector_to_array(p.nom) else '{}' end as named,
  case when actif then tsvector_to_array(ts_delete(texte, tsvector_to_array(p.nom))) else '{}' end as described`
const knownTables = sql`from catalogue.produit p join catalogue.fiche f on f.id = p.id`

export const knownProducts = (tx: Tx, products: readonly Pick<ReadProduct, 'id' | 'nom'>[]) =>
  tx.rows(sql<Known>`
    select ${knownColumns}, p.nom <> given.nom as renamed ${knownTables}
    join json_to_recordset(${sql.json(products.map(({ id, nom }) => ({ id, nom })))}::json) as given (
      id bigint, nom tsvector) on given.id = p.id`)

/** The families that products are listed in. */
const familiesOf = (ids: readonly number[]) => sql`
  select famille, id as produit from catalogue.produit, unnest(tsvector_to_array(nom)) famille
  where actif and id = any(${ids}::bigint[]) and famille like '/%'`

/** Takes these products out of the lists of their families. To be called before they change. */
export const leaveFamilies = (tx: Tx, ids: readonly number[]) =>
  tx.run(sql`
    delete from catalogue.famille f using (${familiesOf(ids)}) left_behind
    where f.famille = left_behind.famille and f.produit = left_behind.produit`)

export const joinFamilies = (tx: Tx, ids: readonly number[]) =>
  tx.run(sql`insert into catalogue.famille (famille, produit) ${familiesOf(ids)} order by 1, 2`)

const found = sql`id, version, actif, supprime, categorie, marque, nom`
const shown = sql`id, document, "prixDAchatFournisseurCents", texte`

/** Keeps products that are new or newer than what is known. */
export const keepProducts = (tx: Tx, products: readonly ReadProduct[]) =>
  tx.run(sql`
    with given as materialized (
      select * from json_to_recordset(${sql.json(products)}::json) as given (
        id bigint, version integer, actif boolean, supprime boolean, categorie text, marque text, nom tsvector,
        document json, "prixDAchatFournisseurCents" integer, texte tsvector)),
    kept as (
      insert into catalogue.produit (${found}) select ${found} from given
      on conflict (id) do update set (${found}) = row(
        excluded.id, excluded.version, excluded.actif, excluded.supprime, excluded.categorie, excluded.marque,
        excluded.nom))
    insert into catalogue.fiche (${shown}) select ${shown} from given
    on conflict (id) do update set (${shown}) = row(
      excluded.id, excluded.document, excluded."prixDAchatFournisseurCents", excluded.texte)`)

export const gatherStatistics = (tx: Tx) =>
  tx.run(
    sql`
    analyze catalogue.produit, catalogue.fiche, catalogue.famille, catalogue.mot, catalogue.reste`.unprepared(),
  )

export const keepSync = (tx: Tx, now: Date) =>
  tx.run(sql`
    insert into catalogue.synchronisation ("lastSync") values (${now})
    on conflict (id) do update set "lastSync" = excluded."lastSync"`)

/** Products as they are known, by id. */
export const knownById = (tx: Tx, ids: readonly number[]) =>
  tx.rows(
    sql<Known>`select ${knownColumns}, false as renamed ${knownTables} where p.id = any(${ids}::bigint[])`,
  )

/** Marks products as deleted. Their version stays: a later one brings them back. */
export const markDeleted = (tx: Tx, ids: readonly number[]) =>
  tx.run(sql`
    with gone as (
      update catalogue.produit set supprime = true, actif = false where id = any(${ids}::bigint[]) returning id)
    update catalogue.fiche set texte = null where id in (select id from gone)`)
