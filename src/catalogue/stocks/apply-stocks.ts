import type { StockState } from '../../logistics/contract.ts'
import type { Tx } from '../../platform/database/database.ts'
import { lockReadModel } from '../lock.ts'
import { updateAvailability, upsertStocks } from './store.ts'

/**
 * Updates `enStock` from stocks of logistics. Late and repeated messages change nothing; the stock of a product that is not
 * indexed yet is stored for it.
 */
export async function applyStocks(
  tx: Tx,
  states: readonly StockState[],
  { now, asked = null }: { now: Date; asked?: Date | null },
) {
  if (states.length === 0) return
  await lockReadModel(tx)
  const changed = await upsertStocks(tx, states, now, asked)
  if (changed.length > 0) await updateAvailability(tx, [...new Set(changed)])
}
