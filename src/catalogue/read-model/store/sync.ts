import type { Tx } from '../../../platform/database/database.ts'
import { takeLock } from '../../../platform/database/locks.ts'
import { sql } from '../../../platform/database/sql.ts'
import type { ReadProduct } from '../read-product.ts'

/** Waits until no other transaction brings the read model up to date, in whatever process. */
export const takeTurn = (tx: Tx) => takeLock(tx, 'catalogue.read-model')

/** A product as it is known; `mots`: the words by which it is found now. */
export type Known = Pick<
  ReadProduct,
  'id' | 'version' | 'supprime' | 'actif' | 'categorie' | 'marque' | 'prix' | 'tri' | 'mots'
>

/** Those of the products that are known, as they are known. */
export const knownById = (tx: Tx, ids: readonly number[]) =>
  tx.rows(sql<Known>`
    select id, version, supprime, actif, categorie, marque, prix, tri,
      coalesce(tsvector_to_array(titre) || tsvector_to_array(mots), '{}') as mots
    from catalogue.produit left join catalogue.recherche using (id) where id = any(${ids}::bigint[])`)

/** The tables whose indexes new products wait for. */
export const indexed = ['catalogue.produit', 'catalogue.recherche']

/** For a transaction that adds many: their words wait for `tidyIndexes`, and their lists are not written by itself. */
export const prepareForMany = (tx: Tx) =>
  tx.run(sql`select set_config('gin_pending_list_limit', '64MB', true), set_config('work_mem', '64MB', true)`)

export const gatherStatistics = (tx: Tx) =>
  tx.run(
    sql`
    analyze catalogue.produit, catalogue.recherche, catalogue.rayon, catalogue.mot, catalogue.reste`.unprepared(),
  )

export const keepSync = (tx: Tx, now: Date) =>
  tx.run(sql`
    insert into catalogue.synchronisation ("lastSync") values (${now})
    on conflict (id) do update set "lastSync" = excluded."lastSync"`)

/** Marks products as deleted. Their version stays: a later one brings them back. */
export const markDeleted = (tx: Tx, ids: readonly number[]) =>
  tx.run(sql`
    with gone as (
      update catalogue.produit set supprime = true, actif = false where id = any(${ids}::bigint[]) returning id)
    delete from catalogue.recherche where id in (select id from gone)`)
