import type { Tx } from '../../../platform/database/database.ts'
import { takeLock } from '../../../platform/database/locks.ts'
import { sql } from '../../../platform/database/sql.ts'
import { vectorOf } from '../../words/vector.ts'
import type { ReadProduct } from '../read-product.ts'

/** Waits until no other transaction brings the read model up to date, in whatever process. */
export const takeTurn = (tx: Tx) => takeLock(tx, 'catalogue.read-model')

/**
 * A product as it is known: `named` and `described` are the words by which it is found now, `renamed` tells whether those
 * of its name, brand and categories are to change.
 */
export type Known = Pick<
  ReadProduct,
  'id' | 'version' | 'supprime' | 'actif' | 'categorie' | 'marque' | 'prix' | 'tri'
> & {
  renamed: boolean
  named: string[]
  described: string[]
}

const knownColumns = sql`p.id, version, supprime, actif, categorie, marque, prix, tri,
  case when actif then tsvector_to_array(p.nom) else '{}' end as named,
  case when actif then tsvector_to_array(ts_delete(texte, tsvector_to_array(p.nom))) else '{}' end as described`
const knownTables = sql`from catalogue.produit p join catalogue.fiche f on f.id = p.id`

/** Those of the products that are known already, as they are known. */
export async function knownProducts(tx: Tx, products: readonly Pick<ReadProduct, 'id' | 'nom'>[]) {
  const known = await tx.rows(sql<{ id: number }>`
    select id from catalogue.produit where id = any(${products.map(({ id }) => id)}::bigint[])`)
  if (known.length === 0) return []
  const ids = new Set(known.map(({ id }) => id))
  const given = products.flatMap(({ id, nom }) => (ids.has(id) ? [{ id, nom: vectorOf(nom) }] : []))
  return tx.rows(sql<Known>`
    select ${knownColumns}, p.nom <> given.nom as renamed ${knownTables}
    join json_to_recordset(${sql.json(given)}::json) as given (id bigint, nom tsvector) on given.id = p.id`)
}

/** The tables whose indexes new products wait for. */
export const indexed = ['catalogue.produit', 'catalogue.fiche']

/** For a transaction that adds many: their words wait for `tidyIndexes`, and their lists are not written by itself. */
export const prepareForMany = (tx: Tx) =>
  tx.run(sql`select set_config('gin_pending_list_limit', '64MB', true), set_config('work_mem', '64MB', true)`)

export const gatherStatistics = (tx: Tx) =>
  tx.run(
    sql`
    analyze catalogue.produit, catalogue.fiche, catalogue.rayon, catalogue.mot, catalogue.reste`.unprepared(),
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
