import type { Database, Tx } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import { responseFields } from '../fields.ts'
import {
  fournisseurs,
  fullRelationFields,
  produits,
  type RelationSide,
  relationFields,
} from '../resources.ts'
import { MAX_INCLUDED } from '../schemas.ts'
import { fragmentsOf, type StoredRecord, type Values } from '../store.ts'

export type Relation = StoredRecord & { produitId: number; fournisseurId: number }

const names = responseFields(fullRelationFields)
export const relationColumns = sql.join(names.map(sql.identifier))
export const relationTerms = sql.join(Object.keys(relationFields).map(sql.identifier))
const renewedTerms = sql.join(Object.keys(relationFields).map(name => sql`n.${sql.identifier(name)}`))

/** The condition that the product and the supplier of the relation `r` exist. */
export const relationVisible = sql`
  exists (select from reference.produit p where p.id = r."produitId" and p."deletedAt" is null)
  and exists (select from reference.fournisseur f where f.id = r."fournisseurId" and f."deletedAt" is null)`

/** Inserts relations and returns the rows by position; undefined for a pair that is already related or repeated. */
export async function insertRelations(tx: Tx, relations: readonly Values[], now: Date) {
  const inserted = await tx.rows(sql<Relation>`
    insert into reference.produit_fournisseur ("produitId", "fournisseurId", ${relationTerms}, "createdAt", "updatedAt")
    select "produitId", "fournisseurId", ${relationTerms}, ${now}::timestamptz, ${now}::timestamptz
    from json_populate_recordset(null::reference.produit_fournisseur, ${sql.json(relations)}::json) with ordinality
    order by ordinality
    on conflict do nothing
    returning ${relationColumns}`)
  const pair = ({ produitId, fournisseurId }: Values) => `${produitId} ${fournisseurId}`
  const rows = new Map(inserted.map(row => [pair(row), row]))
  return relations.map(relation => {
    const row = rows.get(pair(relation))
    rows.delete(pair(relation))
    return row
  })
}

/** Changes the given terms and returns the relation before and after; undefined if the pair is not related. */
export async function updateRelation(
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
        and ${relationVisible}
      for update)
    update reference.produit_fournisseur t set (${relationTerms}, version, "updatedAt") = (
      select ${renewedTerms}, t.version + 1, ${now}::timestamptz
      from json_populate_record(t, ${sql.json(values)}::json) n)
    where id = (select id from before)
    returning ${relationColumns}, (select to_json(before) from before) as before`)
  if (!row) return undefined
  const { before, ...after } = row
  return { before, after: after as Relation }
}

const pairs = (relations: readonly Relation[]) => sql`
  select distinct * from unnest(
    ${relations.map(({ produitId }) => produitId)}::bigint[],
    ${relations.map(({ fournisseurId }) => fournisseurId)}::bigint[]) as pair ("produitId", "fournisseurId")`

/** Locks and returns the existing relations among these. */
export const lockRelations = (tx: Tx, relations: readonly Relation[]) =>
  tx.rows(sql<Relation>`
    with pair as (${pairs(relations)})
    select ${relationColumns} from reference.produit_fournisseur join pair using ("produitId", "fournisseurId")
    order by id for update of produit_fournisseur`)

/** Replaces all terms of locked relations and returns the new rows. */
export const updateRelations = (tx: Tx, relations: readonly Relation[], now: Date) =>
  tx.rows(sql<Relation>`
    update reference.produit_fournisseur t set (${relationTerms}, version, "updatedAt") = (
      select ${renewedTerms}, t.version + 1, ${now}::timestamptz
      from json_populate_record(t, change) n)
    from json_array_elements(${sql.json(relations)}::json) as change
    where t.id = (change ->> 'id')::bigint
    returning ${relationColumns}`)

/** Locks suppliers against changes and deletion until the transaction ends. */
export const lockSuppliers = (tx: Tx, ids: readonly number[]) =>
  tx.run(sql`select from reference.fournisseur where id = any(${ids}::bigint[]) order by id for share`)

/** Deletes, archives and returns a relation; undefined if the pair is not related. */
export const deleteRelation = (tx: Tx, produitId: number, fournisseurId: number, now: Date) =>
  tx.first(sql<Relation>`
    with ended as (
      delete from reference.produit_fournisseur r
      where "produitId" = ${produitId} and "fournisseurId" = ${fournisseurId}
        and ${relationVisible}
      returning *),
    kept as (insert into reference.produit_fournisseur_fin select *, ${now}::timestamptz from ended)
    select ${relationColumns} from ended`)

/**
 * Returns the first hundred relations of each product or supplier, with the record of the other side and in the order
 * in which that record was created.
 */
export async function findRelations(db: Database, include: RelationSide, ids: readonly number[]) {
  const [near, far] = include === 'fournisseurs' ? [produits, fournisseurs] : [fournisseurs, produits]
  const [nearId, farId] = [`${near.table}Id`, `${far.table}Id`]
  const farKey = sql.identifier(farId)
  const other = [...Object.keys(far.fields), 'createdAt', 'updatedAt']
  const named = (name: string) => sql.identifier(`relation.${name}`)
  const found = await db.rows(
    sql<Values>`
      select ${sql.join(names.map(name => sql`related.${named(name)}`))}, ${sql.join(other.map(sql.identifier))}
      from unnest(${ids}::bigint[]) asked (id) cross join lateral (
        select ${sql.join(names.map(name => sql`r.${sql.identifier(name)} as ${named(name)}`))},
          ${sql.join(other.map(name => sql`o.${sql.identifier(name)}`))}
        from reference.produit_fournisseur r join ${fragmentsOf(far).table} o on o.id = r.${farKey}
        where r.${sql.identifier(nearId)} = asked.id and o."deletedAt" is null
        order by r.${farKey} limit ${MAX_INCLUDED}) related`,
  )
  return found.map(row => {
    const relation = Object.fromEntries(names.map(name => [name, row[`relation.${name}`]]))
    const record = Object.fromEntries(other.map(name => [name, row[name]]))
    return {
      of: relation[nearId] as number,
      relation: { ...relation, [far.table]: { id: relation[farId], ...record } },
    }
  })
}
