import type { Database } from '../platform/database/database.ts'
import { findById, findByIdentifier } from './store.ts'

/** An active customer by numeric id or `CLI_` identifier. */
export const findClient = async (db: Database, ref: string) =>
  /^\d{1,15}$/.test(ref) ? findById(db, Number(ref)) : findByIdentifier(db, ref)
