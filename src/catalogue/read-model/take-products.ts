import { setImmediate } from 'node:timers/promises'
import type { Tx } from '../../platform/database/database.ts'
import type { ProductChange } from '../../reference/contract.ts'
import { soldOutOf } from '../stocks/store.ts'
import { isFamily } from '../words/marks.ts'
import type { Change } from './count-changes.ts'
import { keepCounts } from './keep-counts.ts'
import { type ReadProduct, readProduct } from './read-product.ts'
import { joinAisles, leaveAisles } from './store/aisles.ts'
import { keepLabels, labelsOf } from './store/labels.ts'
import { addProducts, changeProducts } from './store/products.ts'
import { type Known, keepSync, knownById, prepareForMany, takeTurn } from './store/sync.ts'

/** So many products are read at once before other requests have their turn: about 3 ms. */
const READ_AT_ONCE = 50

/** What the read model is to keep of products: two thirds of the work, which needs no transaction. */
export async function readProducts(products: readonly ProductChange[]): Promise<ReadProduct[]> {
  const read: ReadProduct[] = []
  for (const product of products) {
    read.push(readProduct(product))
    if (read.length % READ_AT_ONCE === 0) await setImmediate()
  }
  return read
}

/** The last version of each product. */
function lastOf(products: readonly ReadProduct[]) {
  const last = new Map<number, ReadProduct>()
  for (const product of products)
    if (product.version > (last.get(product.id)?.version ?? 0)) last.set(product.id, product)
  return [...last.values()]
}

type Taken = Change & { before: Known | undefined; after: ReadProduct }

const MANY = 1_000

/** `tidy`: called once many new products are in, to have their words written into the indexes. */
export type Taking = { now: Date; tidy: () => void; again?: boolean }

/**
 * Brings the read model up to what messages say. Late and repeated messages change nothing, unless they are to be taken in
 * `again`: then what is known in the same version is derived anew. Messages are taken in one after another, so that the
 * kept counts agree with the products.
 */
export async function takeProducts(
  tx: Tx,
  products: readonly ReadProduct[],
  { now, tidy, again = false }: Taking,
) {
  const read = lastOf(products)
  await takeTurn(tx)
  const ids = read.map(({ id }) => id)
  const known = new Map((await knownById(tx, ids)).map(product => [product.id, product]))
  const changes = read
    .map((after): Taken => ({ before: known.get(after.id), after }))
    .filter(({ before, after }) => !before || after.version > before.version - Number(again))
  const fresh = changes.filter(({ before }) => !before)
  const changed = changes.filter(({ before }) => before)
  if (fresh.length >= MANY) {
    await prepareForMany(tx)
    tx.afterCommit(tidy)
  }
  if (fresh.length > 0) await add(tx, fresh)
  if (changed.length > 0) await change(tx, changed)
  if (changes.length > 0) {
    await keepLabels(tx, labelsOf(changes.map(({ after }) => after)))
    await keepCounts(tx, changes)
  }
  await keepSync(tx, now)
}

async function add(tx: Tx, fresh: readonly Taken[]) {
  const products = fresh.map(({ after }) => after)
  const soldOut = await soldOutOf(
    tx,
    products.map(({ id }) => id),
  )
  await addProducts(tx, products, soldOut)
}

async function change(tx: Tx, changes: readonly Taken[]) {
  const moved = changes.filter(isMoved).map(({ after }) => after.id)
  if (moved.length > 0) await leaveAisles(tx, moved)
  await changeProducts(
    tx,
    changes.map(({ after }) => after),
  )
  if (moved.length > 0) await joinAisles(tx, moved)
}

/** Perhaps listed in other aisles than before, or elsewhere in them. */
const isMoved = ({ before, after }: Taken) =>
  before?.actif !== after.actif ||
  (after.actif &&
    (before.prix !== after.prix ||
      before.tri !== after.tri ||
      before.marque !== after.marque ||
      familiesIn(before) !== familiesIn(after)))

const familiesIn = ({ mots }: Pick<ReadProduct, 'mots'>) => mots.filter(isFamily).sort().join('\n')
