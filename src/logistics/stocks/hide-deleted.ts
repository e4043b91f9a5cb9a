import type { Tx } from '../../platform/database/database.ts'
import { Problem } from '../../platform/problem.ts'
import type { LogisticsPlatform } from '../context.ts'
import { deletedProductsAfter } from '../peers.ts'
import { countDeleted, hideStocks, insertDeleted, lockNewRows } from './store.ts'

/** Removes the stock of deleted products from all lists and totals. Orders keep their reserved units. */
export async function hideDeleted(tx: Tx, productIds: readonly number[]) {
  await lockNewRows(tx)
  const inserted = await insertDeleted(tx, productIds)
  if (inserted.length > 0) await hideStocks(tx, inserted)
}

/**
 * Fetches deleted products from reference that no message announced: those deleted before such messages existed, and those
 * after the restore of a backup.
 */
export async function catchUpDeleted({ db, log, peers }: LogisticsPlatform) {
  try {
    let { total, ids } = await deletedProductsAfter(peers, 0)
    if (total === (await countDeleted(db))) return
    while (ids.length > 0) {
      await db.transaction(tx => hideDeleted(tx, ids))
      ;({ ids } = await deletedProductsAfter(peers, ids.at(-1) ?? 0))
    }
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    log.warn({ reason: error.message }, 'The deleted products could not be compared with the reference area')
  }
}
