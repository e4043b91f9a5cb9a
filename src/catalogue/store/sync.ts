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

export const knownProducts = (tx: Tx, products: readonly Pick<ReadProduct, 'id' | 'nom'>[]) =>
  tx.rows(sql<Known>`
    select p.id, version, supprime, actif, categorie, marque, p.nom <> given.nom as renamed,
      case when actif then tsvector_to_array(p.nom) else '{}' end as named,
      case when actif then tsvector_to_array(ts_delete(texte, tsvector_to_array(p.nom))) else '{}' end as described
    from json_to_recordset(${sql.json(products.map(({ id, nom }) => ({ id, nom })))}::json) as given (
      id bigint, nom tsvector)
    join catalogue.produit p using (id) join catalogue.fiche f using (id)`)

/** Takes these products out of the lists under their words. To be called before they change. */
export const removeOccurrences = (tx: Tx, ids: readonly number[]) =>
  tx.run(sql`
    delete from catalogue.occurrence o
    using (
      select id, mot, catalogue.rang(nom, mot) as rang
      from catalogue.produit, unnest(tsvector_to_array(nom)) mot
      where actif and id = any(${ids}::bigint[])) old
    where o.mot = old.mot and o.rang = old.rang and o.produit = old.id`)

export const addOccurrences = (tx: Tx, ids: readonly number[]) =>
  tx.run(sql`
    insert into catalogue.occurrence (mot, rang, produit)
    select mot, catalogue.rang(nom, mot), id
    from catalogue.produit, unnest(tsvector_to_array(nom)) mot
    where actif and id = any(${ids}::bigint[]) order by 1, 2 desc, 3`)

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
    analyze catalogue.produit, catalogue.fiche, catalogue.occurrence, catalogue.mot, catalogue.reste`.unprepared(),
  )

export const keepSync = (tx: Tx, now: Date) =>
  tx.run(sql`
    insert into catalogue.synchronisation ("lastSync") values (${now})
    on conflict (id) do update set "lastSync" = excluded."lastSync"`)
