import type { Tx } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import { isFamily } from '../../words/marks.ts'
import type { ReadProduct } from '../read-product.ts'

/** The aisle of all listed products; a family's is its word among the words of a product, which begins with a slash. */
export const EVERYTHING = ''
export const aisleOfBrand = (marque: string) => `=${marque}`

/** A product in an aisle, as `catalogue.rayon` has it. */
export type Shelved = [
  rayon: string,
  produit: number,
  prix: number,
  tri: string,
  marque: string,
  enStock: boolean,
]

/** The aisles that products are listed in, sorted as their index is. */
export function aislesOf(products: readonly ReadProduct[], soldOut: ReadonlySet<number>): Shelved[] {
  const aisles = new Map<string, ReadProduct[]>()
  for (const product of products) {
    if (!product.actif) continue
    const families = product.mots.filter(isFamily)
    for (const aisle of [EVERYTHING, ...families, ...(product.marque ? [aisleOfBrand(product.marque)] : [])])
      aisles
        .set(aisle, aisles.get(aisle) ?? [])
        .get(aisle)
        ?.push(product)
  }
  return [...aisles]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([aisle, members]) =>
      members.map(({ id, prix, tri, marque }): Shelved => [aisle, id, prix, tri, marque, !soldOut.has(id)]),
    )
}

/** The same of products that are in the read model. */
const shelved = (ids: readonly number[]) => sql`
  select aisle as rayon, id as produit, prix, tri, marque, "enStock"
  from catalogue.produit join catalogue.recherche using (id), lateral (
    select ${EVERYTHING}::text union all select '=' || marque where marque <> ''
    union all select word from unnest(tsvector_to_array(mots)) word where word like '/%') as aisles (aisle)
  where id = any(${ids}::bigint[])`

/** Takes these products out of their aisles. To be called before they change. */
export const leaveAisles = (tx: Tx, ids: readonly number[]) =>
  tx.run(sql`
    delete from catalogue.rayon using (${shelved(ids)}) as left_behind
    where rayon.rayon = left_behind.rayon and rayon.produit = left_behind.produit`)

export const joinAisles = (tx: Tx, ids: readonly number[]) =>
  tx.run(sql`
    insert into catalogue.rayon (rayon, produit, prix, tri, marque, "enStock") ${shelved(ids)} order by 1, 2`)

/** Tells their aisles whether these products are in stock. */
export const restockAisles = (tx: Tx, ids: readonly number[]) =>
  tx.run(sql`
    update catalogue.rayon set "enStock" = now."enStock" from (${shelved(ids)}) as now
    where rayon.rayon = now.rayon and rayon.produit = now.produit`)
