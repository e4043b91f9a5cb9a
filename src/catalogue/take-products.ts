import type { Tx } from '../platform/database/database.ts'
import type { Change } from './count-changes.ts'
import type { ProductChange } from './events.ts'
import { keepCounts } from './keep-counts.ts'
import { readProduct } from './read-product.ts'
import { joinFamilies, keepProducts, keepSync, knownProducts, leaveFamilies, takeTurn } from './store/sync.ts'

/** The last version of each product. */
function lastOf(products: readonly ProductChange[]) {
  const last = new Map<number, ProductChange>()
  for (const product of products)
    if (product.version > (last.get(product.id)?.version ?? 0)) last.set(product.id, product)
  return [...last.values()]
}

/** Perhaps listed in other families than before. */
const isMoved = ({ before, after }: Change) =>
  before ? before.actif !== after.actif || (after.actif && before.renamed) : after.actif

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
    if (moved.some(id => known.has(id))) await leaveFamilies(tx, moved)
    await keepProducts(
      tx,
      changes.map(({ after }) => after),
    )
    if (moved.length > 0) await joinFamilies(tx, moved)
    await keepCounts(tx, changes)
  }
  await keepSync(tx, now)
}
