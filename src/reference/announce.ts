import type { Platform } from '../platform/area.ts'
import type { Tx } from '../platform/database/database.ts'
import { ProductsChanged } from './events.ts'
import { productsToAnnounce } from './store/products.ts'

/** A message stays well below a megabyte with texts of common length. */
const MOST_IN_ONE = 200

/** Announces these products as the transaction leaves them. */
export async function announceProducts(
  tx: Tx,
  { outbox, clock }: Pick<Platform<never>, 'outbox' | 'clock'>,
  ids: readonly number[],
) {
  const timestamp = clock.now().toISOString()
  for (let start = 0; start < ids.length; start += MOST_IN_ONE) {
    const produits = await productsToAnnounce(tx, ids.slice(start, start + MOST_IN_ONE))
    await outbox.publish(tx, ProductsChanged, { produits, timestamp })
  }
}
