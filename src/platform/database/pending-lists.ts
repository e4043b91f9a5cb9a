import { setTimeout as sleep } from 'node:timers/promises'
import { coalesce } from './batcher.ts'
import type { Database } from './database.ts'
import { sql } from './sql.ts'

/**
 * Merges the pending lists of the GIN indexes of these tables and their partitions, because searches scan such lists
 * entry by entry. On a connection other than the writer's, this runs while the writer continues, and also merges
 * uncommitted entries.
 */
export const mergePendingLists = (db: Database, tables: readonly string[]) =>
  db.rows(sql`
    select gin_clean_pending_list(index.oid) from pg_index i
    join pg_class index on index.oid = i.indexrelid join pg_am on pg_am.oid = index.relam
    where index.relkind = 'i' and amname = 'gin' and (
      i.indrelid = any(${tables}::regclass[])
      or i.indrelid in (select inhrelid from pg_inherits where inhparent = any(${tables}::regclass[])))`)

/** The longer a pending list is, the less it costs to merge each of its words. */
const PAUSE_MS = 1_000

/**
 * Returns a function that merges the pending lists in the background, at most once a second however often it is called.
 */
export function createPendingListMerger(
  db: Database,
  tables: readonly string[],
  onError: (error: unknown) => void,
): () => void {
  const merge = coalesce(async () => {
    await sleep(PAUSE_MS, undefined, { ref: false })
    await mergePendingLists(db, tables)
  })
  return () => void merge().catch(onError)
}
