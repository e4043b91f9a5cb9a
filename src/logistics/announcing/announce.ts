import type { Tx } from '../../platform/database/database.ts'
import type { LogisticsPlatform } from '../context.ts'
import { stockCrossed } from '../contract.ts'
import type { StockState } from '../stock-schemas.ts'

/** The most stock rows in a message, because one transaction applies a message. */
const MAX_ROWS = 1_000

/**
 * Announces stock rows that became sold out or available again. Most orders take one unit of many and announce nothing.
 * Changes lock the row, so each change of availability has its own version.
 */
export async function announceCrossings(
  tx: Tx,
  { clock, outbox }: LogisticsPlatform,
  crossed: readonly StockState[],
) {
  for (let from = 0; from < crossed.length; from += MAX_ROWS)
    await outbox.publish(tx, stockCrossed, {
      stocks: crossed.slice(from, from + MAX_ROWS),
      timestamp: clock.now().toISOString(),
    })
}
