import type { Tx } from '../../platform/database/database.ts'
import { addWordCounts, insertRemainders, type WordCount } from '../words/store.ts'
import { remaindersOf, spellingsOf } from '../words/tokens.ts'
import { countedAs, isWord } from '../words/weighted-terms.ts'
import { addCounts, analyzeTables, type Count, type IndexedProduct } from './store.ts'

export type ProductChange = { before: IndexedProduct | undefined; after: IndexedProduct }

/** Returns the counts that include a product. */
function countsOf({ actif, supprime, categorie, marque }: IndexedProduct): Pick<Count, 'genre' | 'cle'>[] {
  if (supprime) return []
  return [
    { genre: 'tous', cle: '' },
    ...(actif ? [{ genre: 'listes', cle: '' } as const] : []),
    ...(categorie ? [{ genre: 'categorie', cle: categorie } as const] : []),
    ...(marque ? [{ genre: 'marque', cle: marque } as const] : []),
  ]
}

/** Returns the differences that changes of products make to the stored counts. */
function countDifferences(changes: readonly ProductChange[]): Count[] {
  const counts = new Map<string, Count>()
  const add = (product: IndexedProduct | undefined, nombre: 1 | -1) => {
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

/** Returns the differences that changes of products make to the counts of words, sorted by word. */
function wordDifferences(changes: readonly ProductChange[]): WordCount[] {
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

const FIRST_ANALYZED = 1_000
const isTotal = ({ genre }: Count) => genre === 'tous'

/**
 * Whether the number of products has risen to 1,000, 2,000, 4,000 or a further doubling. Autovacuum updates the
 * statistics only a minute after the catalogue is filled; until then searches read whole tables.
 */
function hasDoubled(differences: readonly Count[], now: readonly Count[]) {
  const total = now.find(isTotal)?.nombre ?? 0
  const before = total - (differences.find(isTotal)?.nombre ?? 0)
  const doublings = (products: number) => Math.floor(Math.log2(Math.max(products / FIRST_ANALYZED, 0.5)))
  return doublings(total) > doublings(before)
}

/** Applies changes of products to the stored counts and words. The caller must hold the lock of the read model. */
export async function updateCounts(tx: Tx, changes: readonly ProductChange[]) {
  await updateWordCounts(tx, changes)
  const differences = countDifferences(changes)
  if (differences.length === 0) return
  const now = await addCounts(tx, differences)
  if (hasDoubled(differences, now)) await analyzeTables(tx)
}

async function updateWordCounts(tx: Tx, changes: readonly ProductChange[]) {
  const differences = wordDifferences(changes)
  if (differences.length === 0) return
  const added = await addWordCounts(tx, differences)
  const remainders = added
    .filter(isWord)
    .flatMap(mot => [...new Set(spellingsOf(mot).flatMap(remaindersOf))].map(reste => ({ reste, mot })))
  if (remainders.length > 0) await insertRemainders(tx, remainders)
}
