import { setImmediate } from 'node:timers/promises'
import { CopyRows, type CopyType } from '../../../platform/database/copy.ts'
import type { Tx } from '../../../platform/database/database.ts'
import { type Sql, sql } from '../../../platform/database/sql.ts'
import { tellsPlace } from '../../words/marks.ts'
import { partOf } from '../../words/place.ts'
import { vectorOf } from '../../words/vector.ts'
import type { ReadProduct } from '../read-product.ts'
import { aislesOf } from './aisles.ts'

const shown = sql`id, version, actif, supprime, categorie, marque, prix, tri, identifiants, document,
  "prixDAchatFournisseurCents"`

/** So many rows are made at once before other requests have their turn: about 1 ms. */
const ROWS_AT_ONCE = 100

function copy<Item>(
  tx: Tx,
  into: Sql,
  types: readonly CopyType[],
  items: readonly Item[],
  row: (item: Item) => unknown[],
) {
  async function* rows() {
    const writer = new CopyRows(types)
    for (let from = 0; from < items.length; from += ROWS_AT_ONCE) {
      for (const item of items.slice(from, from + ROWS_AT_ONCE)) writer.add(row(item))
      yield writer.take()
      await setImmediate()
    }
  }
  return tx.copy(sql`copy ${into} from stdin with (format binary)`, rows())
}

/** Adds products that are not known. `soldOut`: those of which no store has any. */
export async function addProducts(tx: Tx, products: readonly ReadProduct[], soldOut: ReadonlySet<number>) {
  await copy(
    tx,
    sql`catalogue.produit (${shown}, "enStock")`,
    [
      ...(['bigint', 'integer', 'boolean', 'boolean', 'text', 'text', 'integer', 'text'] as const),
      ...(['text[]', 'json', 'integer', 'boolean'] as const),
    ],
    products,
    ({ id, version, actif, supprime, categorie, marque, prix, tri, identifiants, ...product }) => [
      ...[id, version, actif, supprime, categorie, marque, prix, tri, identifiants],
      ...[JSON.stringify(product.document), product.prixDAchatFournisseurCents, !soldOut.has(id)],
    ],
  )
  await copy(
    tx,
    sql`catalogue.recherche (id, part, rang, titre, mots)`,
    ['bigint', 'integer', 'integer', 'tsvector', 'tsvector'],
    products.filter(({ actif }) => actif),
    ({ id, rang, mots }) => [id, partOf(rang), rang, ...byPlace(mots)],
  )
  await copy(
    tx,
    sql`catalogue.rayon (rayon, produit, prix, tri, marque, "enStock")`,
    ['bigint', 'bigint', 'integer', 'text', 'bigint', 'boolean'],
    aislesOf(products, soldOut),
    row => row,
  )
}

/** Brings products that are known up to date. */
export async function changeProducts(tx: Tx, products: readonly ReadProduct[]) {
  await tx.run(sql`
    update catalogue.produit p set (${shown}) = row(given.*)
    from json_to_recordset(${sql.json(products.map(({ mots: _, rang: __, ...product }) => product))}::json) as given (
      id bigint, version integer, actif boolean, supprime boolean, categorie text, marque text, prix integer, tri text,
      identifiants text[], document json, "prixDAchatFournisseurCents" integer)
    where p.id = given.id`)
  const listed = products.flatMap(searched)
  // A product with another ean may stand in another part.
  await tx.run(sql`
    delete from catalogue.recherche where id = any(${products.map(({ id }) => id)}::bigint[]) and (id, part) not in (
      select * from json_to_recordset(${sql.json(listed.map(({ id, part }) => ({ id, part })))}::json)
        as given (id bigint, part integer))`)
  await tx.run(sql`
    insert into catalogue.recherche as known (id, part, rang, titre, mots)
    select id, part, rang, titre, mots from json_to_recordset(${sql.json(listed)}::json)
      as given (id bigint, part integer, rang integer, titre tsvector, mots tsvector)
    on conflict (id, part) do update set rang = excluded.rang, titre = excluded.titre, mots = excluded.mots
      where (known.rang, known.titre, known.mots) is distinct from (excluded.rang, excluded.titre, excluded.mots)`)
}

/** What tells where words stand, and the words. */
const byPlace = (mots: readonly string[]) =>
  [mots.filter(tellsPlace), mots.filter(mot => !tellsPlace(mot))] as const

function searched({ id, actif, rang, mots: kept }: ReadProduct) {
  const [titre, mots] = byPlace(kept)
  return actif ? [{ id, part: partOf(rang), rang, titre: vectorOf(titre), mots: vectorOf(mots) }] : []
}
