import { setImmediate } from 'node:timers/promises'
import { CopyRows, type CopyType } from '../../../platform/database/copy.ts'
import type { Tx } from '../../../platform/database/database.ts'
import { type Sql, sql } from '../../../platform/database/sql.ts'
import { setOf, vectorOf } from '../../words/vector.ts'
import type { ReadProduct } from '../read-product.ts'
import { aislesOf } from './aisles.ts'

const found = sql`id, version, actif, supprime, categorie, marque, nom, prix, tri, rang, identifiants`
const shown = sql`id, document, "prixDAchatFournisseurCents", texte, rang`

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
    sql`catalogue.produit (${found}, "enStock")`,
    [
      ...(['bigint', 'integer', 'boolean', 'boolean', 'text', 'text', 'tsvector'] as const),
      ...(['integer', 'text', 'integer', 'text[]', 'boolean'] as const),
    ],
    products,
    ({ id, version, actif, supprime, categorie, marque, nom, prix, tri, rang, identifiants }) => [
      ...[id, version, actif, supprime, categorie, marque],
      ...[{ placed: nom, bare: [] }, prix, tri, rang, identifiants, !soldOut.has(id)],
    ],
  )
  await copy(
    tx,
    sql`catalogue.fiche (${shown})`,
    ['bigint', 'json', 'integer', 'tsvector', 'integer'],
    products,
    ({ id, document, prixDAchatFournisseurCents, actif, nom, described, rang }) => [
      ...[id, JSON.stringify(document), prixDAchatFournisseurCents],
      ...[actif ? { placed: nom, bare: described } : null, rang],
    ],
  )
  await copy(
    tx,
    sql`catalogue.rayon (rayon, produit, prix, tri, marque, "enStock")`,
    ['text', 'bigint', 'integer', 'text', 'text', 'boolean'],
    aislesOf(products, soldOut),
    row => row,
  )
}

/** What a product is as JSON, its words as the text of a tsvector. */
const asGiven = ({ nom, named: _, described, ...product }: ReadProduct) => {
  const words = vectorOf(nom)
  return { ...product, nom: words, texte: product.actif ? `${words} ${setOf(described)}` : null }
}

/** Brings products that are known up to date. */
export const changeProducts = (tx: Tx, products: readonly ReadProduct[]) =>
  tx.run(sql`
    with given as materialized (
      select * from json_to_recordset(${sql.json(products.map(asGiven))}::json) as given (
        id bigint, version integer, actif boolean, supprime boolean, categorie text, marque text, nom tsvector,
        prix integer, tri text, document json, "prixDAchatFournisseurCents" integer, texte tsvector, rang integer,
        identifiants text[])),
    changed as (
      update catalogue.produit p set (${found}) = row(
        given.id, given.version, given.actif, given.supprime, given.categorie, given.marque, given.nom, given.prix, given.tri,
        given.rang, given.identifiants)
      from given where p.id = given.id)
    update catalogue.fiche f set (${shown}) = row(
      given.id, given.document, given."prixDAchatFournisseurCents", given.texte, given.rang)
    from given where f.id = given.id`)
