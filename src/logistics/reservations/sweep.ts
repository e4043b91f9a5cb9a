import type { Platform } from '../../platform/area.ts'
import { type Announcing, announceCrossings } from '../announcing/announce.ts'
import { expireReservations } from './store/give-back.ts'

const BATCH = 200

/** Ends the reservations whose time has come, a batch a transaction so that no stock stays locked for long. */
export async function sweep(parts: Pick<Platform, 'db'> & Announcing) {
  const batch = () =>
    parts.db.transaction(async tx => {
      const { ended, crossed } = await expireReservations(tx, parts.clock.now(), BATCH)
      await announceCrossings(tx, parts, crossed)
      return ended
    })
  while ((await batch()) === BATCH);
}
