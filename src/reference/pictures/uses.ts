import type { Platform } from '../../platform/area.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { Values } from '../store.ts'
import { findNamedPictures } from './addresses.ts'
import { deleteUnused, markUsed } from './store.ts'

const DAY_MS = 86_400_000
/** 30 days, and the day for which a mark may lag behind the last use. */
const UNUSED_MS = 31 * DAY_MS
const BATCH = 200

/** Marks the pictures that products name before or after a change, so that they are not deleted for 30 days. */
export async function markPictures(tx: Tx, records: readonly Values[], now: Date) {
  const ids = findNamedPictures(records)
  if (ids.length > 0) await markUsed(tx, ids, now, new Date(now.getTime() - DAY_MS))
}

/** Deletes pictures 30 days after their upload and after the last product stopped naming them. */
export async function deleteUnusedPictures({ db, clock }: Platform<never>) {
  const before = clock.after(-UNUSED_MS)
  let deleted: number
  do deleted = await db.transaction(tx => deleteUnused(tx, before, BATCH))
  while (deleted === BATCH)
}
