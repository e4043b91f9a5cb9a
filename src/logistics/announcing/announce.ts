import type { Tx } from '../../platform/database/database.ts'
import type { LogisticsPlatform } from '../context.ts'
import { availabilityChanged } from '../contract.ts'
import type { StockState } from '../stock-schemas.ts'

/** The maximum number of stock rows in a message. The consumer applies them all in one transaction. */
const MAX_ROWS = 1_000

/**
 * Announces stock rows that are new, became sold out or became available again. Most orders take one unit of many and
 * announce nothing. Changes lock the row, so each change of availability has its own version.
 */
export async function announceAvailability(
  tx: Tx,
  { clock, outbox }: LogisticsPlatform,
  crossed: readonly StockState[],
) {
  for (let from = 0; from < crossed.length; from += MAX_ROWS)
    await outbox.publish(tx, availabilityChanged, {
      stocks: crossed.slice(from, from + MAX_ROWS),
      timestamp: clock.now().toISOString(),
    })
}
