import { createHash } from 'node:crypto'
import type { Tx } from '../../../platform/database/database.ts'
import { type Sql, sql } from '../../../platform/database/sql.ts'
import { isFamily } from '../../words/marks.ts'
import type { ReadProduct } from '../read-product.ts'

/** Hexadecimal digits of a hash that make the key of an aisle: 52 bits, a number that JavaScript can hold. */
const DIGITS = 13

/** The key of an aisle: of its name, a whole category path at times, which would stand in each row and three indexes. */
const keyOf = (name: string) =>
  Number.parseInt(createHash('sha256').update(name).digest('hex').slice(0, DIGITS), 16)

/** The same, worked out by PostgreSQL. */
const keyIn = (name: Sql) =>
  sql`('x' || left(encode(sha256(convert_to(${name}, 'UTF8')), 'hex'), ${sql.raw(String(DIGITS))}))::bit(52)::bigint`

/** The aisle of all listed products. */
export const EVERYTHING = keyOf('')
/** A family's word begins with a slash. */
export const aisleOfFamily = (word: string) => keyOf(word)
export const aisleOfBrand = (marque: string) => keyOf(`=${marque}`)

/** A product in an aisle, as `catalogue.rayon` has it. */
export type Shelved = [
  rayon: number,
  produit: number,
  prix: number,
  tri: string,
  marque: number | null,
  enStock: boolean,
]

/** The aisles that products are listed in, sorted as their index is. */
export function aislesOf(products: readonly ReadProduct[], soldOut: ReadonlySet<number>): Shelved[] {
  const keys = new Map<string, number>()
  const known = (name: string) => {
    const key = keys.get(name) ?? keyOf(name)
    keys.set(name, key)
    return key
  }
  return products
    .filter(({ actif }) => actif)
    .flatMap(({ id, prix, tri, marque, mots }) => {
      const brand = marque ? known(`=${marque}`) : null
      const aisles = [EVERYTHING, ...mots.filter(isFamily).map(known), ...(brand === null ? [] : [brand])]
      return aisles.map((aisle): Shelved => [aisle, id, prix, tri, brand, !soldOut.has(id)])
    })
    .sort(([a, first], [b, second]) => a - b || first - second)
}

/** The same of products that are in the read model. */
const shelved = (ids: readonly number[]) => sql`
  select ${keyIn(sql`aisle`)} as rayon, id as produit, prix, tri,
    case when marque <> '' then ${keyIn(sql`'=' || marque`)} end as marque, "enStock"
  from catalogue.produit join catalogue.recherche using (id), lateral (
    select '' union all select '=' || marque where marque <> ''
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
