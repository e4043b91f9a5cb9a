import type { Clock } from '../../platform/clock.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { Outbox } from '../../platform/events/outbox.ts'
import { stockCrossed } from '../contract.ts'
import type { StockState } from '../stock-schemas.ts'

export type Announcing = { clock: Clock; outbox: Outbox }

/** A message is taken in by one transaction. */
const MOST = 1_000

/**
 * Announces rows of stock of which something can be sold again, or nothing any more. Only these: most orders take one of many
 * and write nothing here. A row is locked by who changes it, so its versions are announced one for each crossing.
 */
export async function announceCrossings(
  tx: Tx,
  { clock, outbox }: Announcing,
  crossed: readonly StockState[],
) {
  for (let from = 0; from < crossed.length; from += MOST)
    await outbox.publish(tx, stockCrossed, {
      stocks: crossed.slice(from, from + MOST),
      timestamp: clock.now().toISOString(),
    })
}
