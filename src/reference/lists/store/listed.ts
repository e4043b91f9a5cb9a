import { type Sql, sql } from '../../../platform/database/sql.ts'
import { groupName } from '../../counters/store.ts'
import type { Fields } from '../../fields.ts'
import type { Filterable } from '../../filters/store.ts'
import { relationColumns, relationTerms } from '../../relations/store.ts'
import { produits, type Resource, relationFields, relationInFile } from '../../resources.ts'
import { tableOf } from '../../store.ts'

/** A table or subquery that lists read. */
export type Listed = Filterable & {
  table: Sql
  columns: Sql
  /** True for the rows that exist for a caller. */
  visible: Sql
  /** The fields that it may be sorted by. */
  fields: Fields
  /** The name under which its rows are counted; absent: they are not. */
  counter?: string
  /** The counters of the records with each value of a field, by field. */
  groups?: ReadonlyMap<string, string>
}

const listedResources = new Map<Resource, Listed>()

const arrayFields = ({ fields, derived }: Resource) => [
  ...Object.entries(fields).flatMap(([name, { kind }]) =>
    ['texts', 'integers'].includes(kind) ? [name] : [],
  ),
  ...Object.entries(derived?.columns ?? {}).flatMap(([name, type]) => (type.endsWith('[]') ? [name] : [])),
]

export function listedOf(resource: Resource): Listed {
  const known = listedResources.get(resource)
  if (known) return known
  const { table, columns } = tableOf(resource)
  const groups = Object.keys(resource.groups ?? {}).map(field => [field, groupName(resource, field)] as const)
  const listed: Listed = {
    ...{ table, columns, visible: sql`"deletedAt" is null` },
    ...{ arrays: arrayFields(resource), sortKeys: resource.sortKeys ?? [], fields: resource.fields },
    ...{ counter: resource.name, groups: new Map(groups) },
  }
  listedResources.set(resource, listed)
  return listed
}

/** Relations whose product and supplier are both there. */
export const listedRelations: Listed = {
  table: sql`reference.produit_fournisseur`,
  columns: relationColumns,
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
    select ${productColumns}, ${productKeys}, r."fournisseurId", ${relationTerms}
    from reference.produit_fournisseur r join reference.produit p on p.id = r."produitId"
    where p."deletedAt" is null)`,
  columns: sql`${tableOf(produits).columns}, "fournisseurId", ${relationTerms}`,
  visible: sql`true`,
  arrays: [],
  fields: { ...produits.fields, ...relationFields },
  sortKeys: produits.sortKeys,
}
