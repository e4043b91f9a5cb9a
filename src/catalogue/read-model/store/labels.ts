import type { Database, Tx } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import { levelsOf } from '../../words/families.ts'
import type { ReadProduct } from '../read-product.ts'

/** How a category path or a brand is written, by what it is compared by. */
export type Label = { genre: 'categorie' | 'marque'; cle: string; libelle: string }

/** Those of listed products, each once, sorted as their index is. */
export function labelsOf(products: readonly ReadProduct[]): Label[] {
  const labels = new Map<string, Label>()
  const add = (label: Label) => {
    if (label.cle !== '') labels.set(`${label.genre} ${label.cle}`, label)
  }
  for (const { actif, categorie, marque, document } of products) {
    if (!actif) continue
    add({ genre: 'categorie', cle: categorie, libelle: levelsOf(document.categories).join(' > ') })
    add({ genre: 'marque', cle: marque, libelle: document.marque?.trim() ?? marque })
  }
  return [...labels].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, label]) => label)
}

/** The first writing of each stays, so that no answer changes with every message. */
export const keepLabels = (tx: Tx, labels: readonly Label[]) =>
  tx.run(sql`
    insert into catalogue.libelle (genre, cle, libelle)
    select genre, cle, libelle from json_to_recordset(${sql.json(labels)}::json)
      as given (genre text, cle text, libelle text)
    on conflict do nothing`)

/** The writing of these, by their key. */
export async function readLabels(db: Database, genre: Label['genre'], keys: readonly string[]) {
  const rows = await db.rows(
    sql<Label>`
    select genre, cle, libelle from catalogue.libelle where genre = ${genre} and cle = any(${keys}::text[])`
      .pointRead()
      .fromReplica(),
  )
  return new Map(rows.map(({ cle, libelle }) => [cle, libelle]))
}
