import type { Platform } from '../../platform/area.ts'
import type { Tx } from '../../platform/database/database.ts'
import { productsDeleted } from '../contract.ts'
import { leaveComplements } from './store.ts'

/** What the deletion of products brings with it: none goes with another any more, and who has stock of them hears of it. */
export async function forgetProducts(
  tx: Tx,
  { clock, outbox }: Platform<never>,
  produitIds: readonly number[],
) {
  const now = clock.now()
  await leaveComplements(tx, produitIds, now)
  await outbox.publish(tx, productsDeleted, { produitIds: [...produitIds], timestamp: now.toISOString() })
}
