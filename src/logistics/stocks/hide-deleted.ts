import type { Tx } from '../../platform/database/database.ts'
import { Problem } from '../../platform/problem.ts'
import type { LogisticsPlatform } from '../context.ts'
import { fetchDeletedProducts } from '../peers.ts'
import { countDeleted, hideStocks, insertDeleted, lockNewRows } from './store.ts'

/**
 * Hides the stock of deleted products from the lists and totals of stocks, and prevents new stock rows for them. Orders
 * keep their reserved units.
 */
export async function hideDeletedProducts(tx: Tx, productIds: readonly number[]) {
  await lockNewRows(tx)
  const inserted = await insertDeleted(tx, productIds)
  if (inserted.length > 0) await hideStocks(tx, inserted)
}

/**
 * Hides deleted products whose message has not been applied, for example because this database was restored from a
 * backup. Does nothing if both areas count the same number of deleted products. If a request to reference fails, logs a
 * warning.
 */
export async function hideMissedDeletions({ db, log, peers }: LogisticsPlatform) {
  try {
    let { total, ids } = await fetchDeletedProducts(peers, 0)
    if (total === (await countDeleted(db))) return
    while (ids.length > 0) {
      await db.transaction(tx => hideDeletedProducts(tx, ids))
      ;({ ids } = await fetchDeletedProducts(peers, ids.at(-1) ?? 0))
    }
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    log.warn({ reason: error.message }, 'The deleted products could not be compared with the reference area')
  }
}
