import type { Tx } from '../platform/database/database.ts'
import type { ProductChange } from './events.ts'
import { type ReadProduct, readProduct } from './read-product.ts'
import {
  addCounts,
  type Count,
  gatherStatistics,
  keepProducts,
  keepSync,
  knownProducts,
  takeTurn,
} from './store/sync.ts'
import { keepWords, unknownWords } from './store/words.ts'
import { remaindersOf } from './words.ts'

type Counted = Pick<ReadProduct, 'actif' | 'supprime' | 'categorie' | 'marque' | 'familles'>

/** The counts that a product is in, as `genre` and `cle`. */
const countsOf = ({ actif, supprime, categorie, marque, familles }: Counted): [string, string][] =>
  supprime
    ? []
    : [
        ['tous', ''],
        ...(categorie ? ([['categorie', categorie]] as [string, string][]) : []),
        ...(marque ? ([['marque', marque]] as [string, string][]) : []),
        ...(actif
          ? ([['listes', ''], ...familles.map(famille => ['famille', famille])] as [string, string][])
          : []),
      ]

function differences(changes: readonly { before: Counted | undefined; after: Counted }[]): Count[] {
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

const FIRST_MANY = 1_000
const isAll = ({ genre }: Count) => genre === 'tous'

/**
 * Whether the number of products has passed 1,000 or a doubling of it. Searches are planned by statistics, which
 * PostgreSQL gathers by itself a minute after a catalogue was filled: until then it read whole tables.
 */
function hasDoubled(differences: readonly Count[], now: readonly Count[]) {
  const all = now.find(isAll)?.nombre ?? 0
  const before = all - (differences.find(isAll)?.nombre ?? 0)
  const doublings = (products: number) => Math.floor(Math.log2(Math.max(products / FIRST_MANY, 0.5)))
  return doublings(all) > doublings(before)
}

/** The last version of each product that is newer than the one that is known. */
function newest(products: readonly ProductChange[], known: Map<number, { version: number }>) {
  const last = new Map<number, ProductChange>()
  for (const product of products) {
    const version = last.get(product.id)?.version ?? known.get(product.id)?.version ?? 0
    if (product.version > version) last.set(product.id, product)
  }
  return [...last.values()]
}

/**
 * Brings the read model up to what a message says. Late and repeated messages change nothing. Messages are taken in one
 * after another, so that the kept counts agree with the products.
 */
export async function takeProducts(tx: Tx, products: readonly ProductChange[], now: Date) {
  await takeTurn(tx)
  const known = new Map(
    (
      await knownProducts(
        tx,
        products.map(({ id }) => id),
      )
    ).map(product => [product.id, product]),
  )
  const read = newest(products, known).map(readProduct)
  if (read.length > 0) {
    await keepProducts(
      tx,
      read.map(({ row }) => row),
    )
    const counts = differences(read.map(({ row }) => ({ before: known.get(row.id), after: row })))
    const totals = counts.length > 0 ? await addCounts(tx, counts) : []
    const words = await unknownWords(tx, [...new Set(read.flatMap(product => product.words))])
    const remainders = words.flatMap(mot => remaindersOf(mot).map(reste => ({ reste, mot })))
    if (remainders.length > 0) await keepWords(tx, remainders)
    if (hasDoubled(counts, totals)) await gatherStatistics(tx)
  }
  await keepSync(tx, now)
}
