import type { WordCount } from '../words/store.ts'
import { countedAs } from '../words/weighted-terms.ts'
import type { ProductRecord } from './product-record.ts'
import type { Count, IndexedProduct } from './store.ts'

type Counted = Pick<ProductRecord, 'id' | 'supprime' | 'actif' | 'categorie' | 'marque' | 'mots'>

export type ProductChange = { before: IndexedProduct | undefined; after: Counted }

/** The counts that a product is part of. */
function countsOf({ actif, supprime, categorie, marque }: Counted): Pick<Count, 'genre' | 'cle'>[] {
  if (supprime) return []
  return [
    { genre: 'tous', cle: '' },
    ...(actif ? [{ genre: 'listes', cle: '' } as const] : []),
    ...(categorie ? [{ genre: 'categorie', cle: categorie } as const] : []),
    ...(marque ? [{ genre: 'marque', cle: marque } as const] : []),
  ]
}

/** The changes of the stored counts that follow from changes of products. */
export function countDifferences(changes: readonly ProductChange[]): Count[] {
  const counts = new Map<string, Count>()
  const add = (product: Counted | undefined, nombre: 1 | -1) => {
    for (const { genre, cle } of product ? countsOf(product) : []) {
      const count = counts.get(`${genre} ${cle}`) ?? { genre, cle, nombre: 0 }
      count.nombre += nombre
      counts.set(`${genre} ${cle}`, count)
    }
  }
  for (const { before, after } of changes) {
    add(before, -1)
    add(after, 1)
  }
  return [...counts.values()].filter(({ nombre }) => nombre !== 0)
}

/** The changes of the numbers of products by word that follow from changes of products. Sorted by word. */
export function wordDifferences(changes: readonly ProductChange[]): WordCount[] {
  const counts = new Map<string, WordCount>()
  const add = (term: string, change: 1 | -1) => {
    const counted = countedAs(term)
    if (!counted) return
    const count = counts.get(counted.mot) ?? { mot: counted.mot, nombreNom: 0, nombreTexte: 0 }
    count.nombreNom += counted.inTitle ? change : 0
    count.nombreTexte += counted.anywhere ? change : 0
    counts.set(counted.mot, count)
  }
  for (const { before, after } of changes) {
    for (const term of before?.mots ?? []) add(term, -1)
    for (const term of after.mots) add(term, 1)
  }
  return [...counts.values()]
    .filter(({ nombreNom, nombreTexte }) => nombreNom !== 0 || nombreTexte !== 0)
    .sort((a, b) => (a.mot < b.mot ? -1 : 1))
}
