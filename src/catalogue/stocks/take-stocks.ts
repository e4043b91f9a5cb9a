import type { StockState } from '../../logistics/contract.ts'
import type { Tx } from '../../platform/database/database.ts'
import { restockAisles } from '../read-model/store/aisles.ts'
import { takeTurn } from '../read-model/store/sync.ts'
import { keepStocks, restockProducts } from './store.ts'

/**
 * Brings `enStock` up to what logistics says of its rows of stock. Late and repeated messages change nothing; what is said of
 * a product that is not known yet waits for it.
 */
export async function takeStocks(
  tx: Tx,
  states: readonly StockState[],
  { now, asked = null }: { now: Date; asked?: Date | null },
) {
  if (states.length === 0) return
  await takeTurn(tx)
  const touched = await keepStocks(tx, states, now, asked)
  const moved = touched.length > 0 ? await restockProducts(tx, [...new Set(touched)]) : []
  if (moved.length > 0) await restockAisles(tx, moved)
}
