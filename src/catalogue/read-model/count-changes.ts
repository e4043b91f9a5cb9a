import { countedAs } from '../words/marks.ts'
import type { WordCount } from '../words/store.ts'
import type { ReadProduct } from './read-product.ts'
import type { Count } from './store/counts.ts'
import type { Known } from './store/sync.ts'

/** What a product is counted by. */
type Counted = Pick<ReadProduct, 'id' | 'version' | 'supprime' | 'actif' | 'categorie' | 'marque' | 'mots'>

export type Change = { before: Known | undefined; after: Counted }

/** Ids of one block are counted together, so that a page far down the list is found without those before it. */
export const BLOCK = 4_096
const BLOCK_DIGITS = 13
/** Blocks sort as their keys do. */
const blockOf = (id: number) => String(Math.floor(id / BLOCK)).padStart(BLOCK_DIGITS, '0')

/** The counts that a product is in, as `genre` and `cle`. */
function countsOf({ id, actif, supprime, categorie, marque }: Counted): [string, string][] {
  if (supprime) return []
  const listed: [string, string][] = [
    ['listes', ''],
    ['tranche', blockOf(id)],
  ]
  return [
    ['tous', ''],
    ...(actif ? listed : []),
    ...(categorie ? [['categorie', categorie] as [string, string]] : []),
    ...(marque ? [['marque', marque] as [string, string]] : []),
  ]
}

/** What changes of products change of the counts. */
export function countDifferences(changes: readonly Change[]): Count[] {
  const counts = new Map<string, Count>()
  const add = (product: Counted | undefined, nombre: 1 | -1) => {
    for (const [genre, cle] of product ? countsOf(product) : []) {
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

/** How many categories and brands came to have products, less those that lost their last. */
export function kindDifferences(differences: readonly Count[], now: readonly Count[]): Count[] {
  const before = new Map(differences.map(({ genre, cle, nombre }) => [`${genre} ${cle}`, nombre]))
  const kinds = { categorie: 0, marque: 0 }
  for (const { genre, cle, nombre } of now) {
    if (genre !== 'categorie' && genre !== 'marque') continue
    const had = nombre - (before.get(`${genre} ${cle}`) ?? 0)
    kinds[genre] += Number(nombre > 0) - Number(had > 0)
  }
  return [
    { genre: 'categories', cle: '', nombre: kinds.categorie },
    { genre: 'marques', cle: '', nombre: kinds.marque },
  ].filter(({ nombre }) => nombre !== 0)
}

/** What changes of products change of the number of products that each word has. Sorted. */
export function wordDifferences(changes: readonly Change[]): WordCount[] {
  const counts = new Map<string, WordCount>()
  const add = (kept: string, change: 1 | -1) => {
    const counted = countedAs(kept)
    if (!counted) return
    const count = counts.get(counted.mot) ?? { mot: counted.mot, nombreNom: 0, nombreTexte: 0 }
    count.nombreNom += counted.inTitle ? change : 0
    count.nombreTexte += counted.anywhere ? change : 0
    counts.set(counted.mot, count)
  }
  for (const { before, after } of changes) {
    for (const word of before?.mots ?? []) add(word, -1)
    for (const word of after.mots) add(word, 1)
  }
  return [...counts.values()]
    .filter(({ nombreNom, nombreTexte }) => nombreNom !== 0 || nombreTexte !== 0)
    .sort((a, b) => (a.mot < b.mot ? -1 : 1))
}
