import type { Tx } from '../platform/database/database.ts'
import { type Change, countDifferences, kindDifferences, wordDifferences } from './count-changes.ts'
import type { ProductChange } from './events.ts'
import { readProduct } from './read-product.ts'
import { addCounts, type Count } from './store/counts.ts'
import {
  addOccurrences,
  gatherStatistics,
  keepProducts,
  keepSync,
  knownProducts,
  removeOccurrences,
  takeTurn,
} from './store/sync.ts'
import { addWordCounts, keepRemainders } from './store/words.ts'
import { remaindersOf } from './words.ts'

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

/** The last version of each product. */
function lastOf(products: readonly ProductChange[]) {
  const last = new Map<number, ProductChange>()
  for (const product of products)
    if (product.version > (last.get(product.id)?.version ?? 0)) last.set(product.id, product)
  return [...last.values()]
}

/** Listed under other words than before, or in another place among them. */
const isMoved = ({ before, after }: Change) =>
  before ? before.actif !== after.actif || (after.actif && before.renamed) : after.actif

async function keepCounts(tx: Tx, changes: readonly Change[]) {
  const differences = countDifferences(changes)
  if (differences.length === 0) return false
  const now = await addCounts(tx, differences)
  const kinds = kindDifferences(differences, now)
  if (kinds.length > 0) await addCounts(tx, kinds)
  return hasDoubled(differences, now)
}

async function keepWords(tx: Tx, changes: readonly Change[]) {
  const differences = wordDifferences(changes)
  if (differences.length === 0) return
  const fresh = await addWordCounts(tx, differences)
  const remainders = fresh
    .filter(mot => !mot.startsWith('/'))
    .flatMap(mot => remaindersOf(mot).map(reste => ({ reste, mot })))
  if (remainders.length > 0) await keepRemainders(tx, remainders)
}

/**
 * Brings the read model up to what a message says. Late and repeated messages change nothing, unless they are to be taken
 * in `again`: then what is known in the same version is derived anew. Messages are taken in one after another, so that the
 * kept counts agree with the products.
 */
export async function takeProducts(tx: Tx, products: readonly ProductChange[], now: Date, again = false) {
  const read = lastOf(products).map(readProduct)
  await takeTurn(tx)
  const known = new Map((await knownProducts(tx, read)).map(product => [product.id, product]))
  const changes = read
    .map(after => ({ before: known.get(after.id), after }))
    .filter(({ before, after }) => !before || after.version > before.version - Number(again))
  if (changes.length > 0) {
    const moved = changes.filter(isMoved).map(({ after }) => after.id)
    if (moved.some(id => known.has(id))) await removeOccurrences(tx, moved)
    await keepProducts(
      tx,
      changes.map(({ after }) => after),
    )
    if (moved.length > 0) await addOccurrences(tx, moved)
    const isTimely = await keepCounts(tx, changes)
    await keepWords(tx, changes)
    if (isTimely) await gatherStatistics(tx)
  }
  await keepSync(tx, now)
}
