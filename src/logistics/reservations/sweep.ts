import type { Platform } from '../../platform/area.ts'
import { expireReservations } from './store/give-back.ts'

const BATCH = 200

/** Ends the reservations whose time has come, a batch a transaction so that no stock stays locked for long. */
export async function sweep({ db, clock }: Pick<Platform, 'db' | 'clock'>) {
  while ((await db.transaction(tx => expireReservations(tx, clock.now(), BATCH))) === BATCH);
}
