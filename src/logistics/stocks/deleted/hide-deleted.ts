import type { Tx } from '../../../platform/database/database.ts'
import { hideStocks, holdNewRows, keepDeleted } from './store.ts'

/** Takes the stock of deleted products out of all lists and totals. What orders hold of it stays theirs. */
export async function hideDeleted(tx: Tx, productIds: readonly number[]) {
  await holdNewRows(tx)
  const fresh = await keepDeleted(tx, productIds)
  if (fresh.length > 0) await hideStocks(tx, fresh)
}
