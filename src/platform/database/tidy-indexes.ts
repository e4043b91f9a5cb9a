import { setTimeout as sleep } from 'node:timers/promises'
import { coalesce } from './batcher.ts'
import type { Database } from './database.ts'
import { sql } from './sql.ts'

/**
 * Writes into the GIN indexes of these tables and their partitions what waits in their lists of new entries, which searches
 * read one by one. On another connection than the one that brings them it goes on beside that one, and takes in what is not
 * committed yet.
 */
export const tidyIndexes = (db: Database, tables: readonly string[]) =>
  db.rows(sql`
    select gin_clean_pending_list(index.oid) from pg_index i
    join pg_class index on index.oid = i.indexrelid join pg_am on pg_am.oid = index.relam
    where index.relkind = 'i' and amname = 'gin' and (
      i.indrelid = any(${tables}::regclass[])
      or i.indrelid in (select inhrelid from pg_inherits where inhparent = any(${tables}::regclass[])))`)

/** The longer the lists, the less each word costs. */
const PAUSE_MS = 1_000

/** Gives a function that has `tidyIndexes` run beside everything else, once for what is asked for within about a second. */
export function createTidying(
  db: Database,
  tables: readonly string[],
  onError: (error: unknown) => void,
): () => void {
  const tidied = coalesce(async () => {
    await sleep(PAUSE_MS, undefined, { ref: false })
    await tidyIndexes(db, tables)
  })
  return () => void tidied().catch(onError)
}
