import type { DatabasePool, Tx } from './database.ts'

const BATCH = 1_000

/** Deletes many rows, each batch in a transaction of its own. `remove` deletes up to `limit` rows and returns their number. */
export async function deleteInBatches(
  db: DatabasePool,
  remove: (tx: Tx, limit: number) => Promise<number>,
): Promise<void> {
  while ((await db.transaction(tx => remove(tx, BATCH))) === BATCH);
}
