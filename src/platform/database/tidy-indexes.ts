import type { Database } from './database.ts'
import { sql } from './sql.ts'

/**
 * Writes into the GIN indexes of these tables what waits in their lists of new entries, which searches read one by one. On
 * another connection than the one that brings them it goes on beside that one, and takes in what is not committed yet.
 */
export const tidyIndexes = (db: Database, tables: readonly string[]) =>
  db.rows(sql`
    select gin_clean_pending_list(index.oid) from pg_index i
    join pg_class index on index.oid = i.indexrelid join pg_am on pg_am.oid = index.relam
    where i.indrelid = any(${tables}::regclass[]) and amname = 'gin'`)
