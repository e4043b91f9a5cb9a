import type { Tx } from '../platform/database/database.ts'
import { acquireLock } from '../platform/database/locks.ts'

/** Waits until no other transaction, in whatever process, updates the read model. */
export const lockReadModel = (tx: Tx) => acquireLock(tx, 'catalogue.read-model')
