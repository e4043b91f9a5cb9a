import type { Platform } from '../../platform/area.ts'
import type { Tx } from '../../platform/database/database.ts'
import { type ProductChange, productsChanged, productsDeleted } from '../contract.ts'
import type { NewRecord, Values } from '../store.ts'
import { readProductChanges, removeComplements } from './store.ts'

type Parts = Pick<Platform<never>, 'outbox' | 'clock'>

/** With texts of usual length, a message stays below a megabyte. Fewer and larger messages are consumed faster. */
const MAX_PER_MESSAGE = 500

const inParts = <Item>(items: readonly Item[]) =>
  Array.from({ length: Math.ceil(items.length / MAX_PER_MESSAGE) }, (_, i) =>
    items.slice(i * MAX_PER_MESSAGE, (i + 1) * MAX_PER_MESSAGE),
  )

const publish = (tx: Tx, { outbox, clock }: Parts, produits: ProductChange[]) =>
  outbox.publish(tx, productsChanged, { produits, timestamp: clock.now().toISOString() })

/** Announces the current state of these products in the transaction. */
export async function announceProducts(tx: Tx, parts: Parts, ids: readonly number[]) {
  for (const some of inParts(ids)) await publish(tx, parts, await readProductChanges(tx, some))
}

/** Announces products that this transaction created, without reading them: they have no suppliers yet. */
export const announceNewProducts = (tx: Tx, parts: Parts, products: readonly NewRecord[]) =>
  Promise.all(inParts(products).map(some => publish(tx, parts, some.map(asNew))))

/** Omits null fields, which would be a third of the message. */
function asNew({ produitsComplementairesIds: _, tauxTva: __, ...values }: NewRecord): ProductChange {
  const known: Values = { version: 1, supprime: false }
  for (const name in values) if (values[name] !== null) known[name] = values[name]
  return known as ProductChange
}

/** Removes deleted products from the complements of others, and announces the deletion to areas that keep stock. */
export async function announceDeletion(tx: Tx, { clock, outbox }: Parts, produitIds: readonly number[]) {
  const now = clock.now()
  await removeComplements(tx, produitIds, now)
  await outbox.publish(tx, productsDeleted, { produitIds: [...produitIds], timestamp: now.toISOString() })
}
