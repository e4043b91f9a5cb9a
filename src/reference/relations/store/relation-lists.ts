import type { Database } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import { MOST_INCLUDED } from '../../lists/schemas.ts'
import type { Listed } from '../../lists/store.ts'
import { piecesOf, type Values } from '../../records/store/pieces.ts'
import { fournisseurs, produits, type Resource } from '../../resources.ts'
import { relationFields, relationInFile } from '../fields.ts'

const names = [
  ...(['id', 'produitId', 'fournisseurId', 'prixFournisseurCents', 'delaiLivraisonJours'] as const),
  ...(['quantiteMinimaleCommande', 'referenceFournisseur', 'packaging', 'statutRelation'] as const),
  ...(['createdAt', 'updatedAt'] as const),
]
const terms = sql.join(names.slice(3, 9).map(sql.identifier))

/** Relations whose product and supplier are both there. */
export const listedRelations: Listed = {
  table: sql`reference.produit_fournisseur`,
  columns: sql.join(names.map(sql.identifier)),
  visible: sql`
    exists (select from reference.produit p where p.id = r."produitId" and p."deletedAt" is null)
    and exists (select from reference.fournisseur f where f.id = r."fournisseurId" and f."deletedAt" is null)`,
  arrays: [],
  sortKeys: [],
  fields: relationInFile,
}

const productColumns = sql.join(
  ['id', ...Object.keys(produits.fields), 'createdAt', 'updatedAt'].map(
    name => sql`p.${sql.identifier(name)}`,
  ),
)

const productKeys = sql.join(produits.sortKeys.map(name => sql`p.${sql.identifier(`${name}Tri`)}`))

/** The products that a supplier sells, each with its terms. */
export const listedSoldProducts: Listed = {
  table: sql`(
    select ${productColumns}, ${productKeys}, r."fournisseurId", ${terms}
    from reference.produit_fournisseur r join reference.produit p on p.id = r."produitId"
    where p."deletedAt" is null)`,
  columns: sql`${piecesOf(produits).columns}, "fournisseurId", ${terms}`,
  visible: sql`true`,
  arrays: [],
  fields: { ...produits.fields, ...relationFields },
  sortKeys: produits.sortKeys,
}

/** The relations of each of the products, or suppliers, with the other side's record: the first in its order of creation. */
export async function relationsOf(db: Database, resource: Resource, ids: readonly number[]) {
  const [ofProducts, ofSuppliers] = sides
  const [near, far] =
    resource.include === 'fournisseurs' ? [ofProducts, ofSuppliers] : [ofSuppliers, ofProducts]
  const other = [...Object.keys(far.resource.fields), 'createdAt', 'updatedAt']
  const named = (name: string) => sql.identifier(`relation.${name}`)
  const found = await db.rows(
    sql<Values>`
      select ${sql.join(names.map(name => sql`related.${named(name)}`))}, ${sql.join(other.map(sql.identifier))}
      from unnest(${ids}::bigint[]) asked (id) cross join lateral (
        select ${sql.join(names.map(name => sql`r.${sql.identifier(name)} as ${named(name)}`))},
          ${sql.join(other.map(name => sql`o.${sql.identifier(name)}`))}
        from reference.produit_fournisseur r join ${piecesOf(far.resource).table} o on o.id = r.${far.key}
        where r.${near.key} = asked.id and o."deletedAt" is null
        order by r.${far.key} limit ${MOST_INCLUDED}) related`,
  )
  return found.map(row => {
    const relation = Object.fromEntries(names.map(name => [name, row[`relation.${name}`]]))
    const id = relation[far.field]
    return {
      of: relation[near.field] as number,
      relation: {
        ...relation,
        [far.one]: { id, ...Object.fromEntries(other.map(name => [name, row[name]])) },
      },
    }
  })
}

const sides = [
  { resource: produits, field: 'produitId', key: sql.identifier('produitId'), one: 'produit' },
  {
    resource: fournisseurs,
    field: 'fournisseurId',
    key: sql.identifier('fournisseurId'),
    one: 'fournisseur',
  },
] as const
