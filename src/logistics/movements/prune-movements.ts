import type { LogisticsPlatform } from '../context.ts'
import { deleteMovementsBefore } from './store.ts'

const BATCH = 5_000

/** Deletes the movements that are past their retention, one batch per transaction. */
export async function pruneMovements({ db, clock, settings }: LogisticsPlatform) {
  const before = clock.after(-settings.stockMovementDays * 86_400_000)
  while ((await db.transaction(tx => deleteMovementsBefore(tx, before, BATCH))) === BATCH);
}
