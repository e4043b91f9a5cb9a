import type { Platform } from '../../platform/area.ts'
import type { Tx } from '../../platform/database/database.ts'
import { Problem } from '../../platform/problem.ts'
import { deletedProductsAfter } from '../peers.ts'
import { countDeleted, hideStocks, insertDeleted, lockNewRows } from './store.ts'

/** Takes the stock of deleted products out of all lists and totals. What orders hold of it stays theirs. */
export async function hideDeleted(tx: Tx, productIds: readonly number[]) {
  await lockNewRows(tx)
  const fresh = await insertDeleted(tx, productIds)
  if (fresh.length > 0) await hideStocks(tx, fresh)
}

/**
 * Compares the deleted products that are known here with those of reference, and takes in what no message told of: those
 * deleted before there were such messages, and after the restore of a backup.
 */
export async function catchUpDeleted({ db, log, peers }: Platform<'reference'>) {
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
