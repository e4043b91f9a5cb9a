import type { Tx } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import type { Values } from '../../records/store/pieces.ts'

export type Relation = Values & {
  id: number
  produitId: number
  fournisseurId: number
  createdAt: Date
  updatedAt: Date
}

const terms = sql`"prixFournisseurCents", "delaiLivraisonJours", "quantiteMinimaleCommande", "referenceFournisseur",
  packaging, "statutRelation"`
const columns = sql`id, "produitId", "fournisseurId", ${terms}, "createdAt", "updatedAt"`

/** Gives the rows by position; none for a pair that is related already, be it earlier in the same call. */
export async function insertRelations(tx: Tx, relations: readonly Values[], now: Date) {
  const given = relations.map((relation, position) => ({ position, ...relation }))
  const inserted = await tx.rows(sql<Relation>`
    insert into reference.produit_fournisseur ("produitId", "fournisseurId", ${terms}, "createdAt", "updatedAt")
    select "produitId", "fournisseurId", ${terms}, ${now}::timestamptz, ${now}::timestamptz
    from json_to_recordset(${sql.json(given)}::json) as given (
      position integer, "produitId" bigint, "fournisseurId" bigint, "prixFournisseurCents" integer,
      "delaiLivraisonJours" integer, "quantiteMinimaleCommande" integer, "referenceFournisseur" text,
      packaging integer, "statutRelation" text)
    order by position
    on conflict do nothing
    returning ${columns}`)
  const pair = ({ produitId, fournisseurId }: Values) => `${produitId} ${fournisseurId}`
  const rows = new Map(inserted.map(row => [pair(row), row]))
  return relations.map(relation => {
    const row = rows.get(pair(relation))
    rows.delete(pair(relation))
    return row
  })
}

/** Changes the named terms; undefined when the two are not related. */
export async function changeRelation(
  tx: Tx,
  produitId: number,
  fournisseurId: number,
  values: Values,
  now: Date,
) {
  const row = await tx.first(sql<Relation & { before: Values }>`
    with before as (
      select * from reference.produit_fournisseur r
      where "produitId" = ${produitId} and "fournisseurId" = ${fournisseurId}
        and exists (select from reference.produit where id = r."produitId" and "deletedAt" is null)
        and exists (select from reference.fournisseur where id = r."fournisseurId" and "deletedAt" is null)
      for update)
    update reference.produit_fournisseur t set (${terms}, version, "updatedAt") = (
      select n."prixFournisseurCents", n."delaiLivraisonJours", n."quantiteMinimaleCommande",
        n."referenceFournisseur", n.packaging, n."statutRelation", t.version + 1, ${now}::timestamptz
      from json_populate_record(t, ${sql.json(values)}::json) n)
    where id = (select id from before)
    returning ${columns}, (select to_json(before) from before) as before`)
  if (!row) return undefined
  const { before, ...after } = row
  return { before, after: after as Relation }
}

const pairs = (relations: readonly Relation[]) => sql`
  select distinct * from unnest(
    ${relations.map(({ produitId }) => produitId)}::bigint[],
    ${relations.map(({ fournisseurId }) => fournisseurId)}::bigint[]) as pair ("produitId", "fournisseurId")`

/** Those of the relations that are there, and nobody else changes them until the transaction ends. */
export const theseRelations = (tx: Tx, relations: readonly Relation[]) =>
  tx.rows(sql<Relation>`
    with pair as (${pairs(relations)})
    select ${columns} from reference.produit_fournisseur join pair using ("produitId", "fournisseurId")
    order by id for update of produit_fournisseur`)

/** Sets all terms of relations that are locked. */
export const rewriteRelations = (tx: Tx, relations: readonly Relation[], now: Date) =>
  tx.rows(sql<Relation>`
    update reference.produit_fournisseur t set (${terms}, version, "updatedAt") = (
      select n."prixFournisseurCents", n."delaiLivraisonJours", n."quantiteMinimaleCommande",
        n."referenceFournisseur", n.packaging, n."statutRelation", t.version + 1, ${now}::timestamptz
      from json_populate_record(t, change) n)
    from json_array_elements(${sql.json(relations)}::json) as change
    where t.id = (change ->> 'id')::bigint
    returning ${columns}`)

/** Keeps these suppliers from being changed or deleted until the transaction ends. */
export const holdSuppliers = (tx: Tx, ids: readonly number[]) =>
  tx.run(sql`select from reference.fournisseur where id = any(${ids}::bigint[]) order by id for share`)

/** Takes a relation back; what it was, or undefined when the two are not related. */
export const endRelation = (tx: Tx, produitId: number, fournisseurId: number, now: Date) =>
  tx.first(sql<Relation>`
    with ended as (
      delete from reference.produit_fournisseur r
      where "produitId" = ${produitId} and "fournisseurId" = ${fournisseurId}
        and exists (select from reference.produit where id = r."produitId" and "deletedAt" is null)
        and exists (select from reference.fournisseur where id = r."fournisseurId" and "deletedAt" is null)
      returning *),
    kept as (insert into reference.produit_fournisseur_fin select *, ${now}::timestamptz from ended)
    select ${columns} from ended`)
