import { levelsOf } from '../words/families.ts'
import type { ProductRecord } from './product-record.ts'

/** The written form of a category path or a brand, by its comparable form. */
export type Label = { genre: 'categorie' | 'marque'; cle: string; libelle: string }

/** The labels of listed products, each once, sorted as their index is. */
export function labelsOf(products: readonly ProductRecord[]): Label[] {
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
