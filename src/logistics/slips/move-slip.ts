import type { Platform } from '../../platform/area.ts'
import type { Tx } from '../../platform/database/database.ts'
import { Problem } from '../../platform/problem.ts'
import { slipsMoved } from '../contract.ts'
import { BY_HAND, orderWith } from './follow-order.ts'
import type { Slip, SlipChange } from './schemas.ts'
import { changeSlip, findFollowed, findSlip, lockSlipsOfOrder } from './store.ts'

type Parts = Pick<Platform, 'db' | 'clock' | 'outbox'>

/**
 * Moves a slip on by hand, and tells orders what the order becomes by it. The same again changes nothing. 404 when there is
 * no such slip; 409 from a status that does not lead there.
 */
export async function moveSlip({ db, clock, outbox }: Parts, id: number, change: SlipChange): Promise<Slip> {
  const { statut, trackingNumber = null } = change
  const known = await findSlip(db, id)
  if (!known) throw new Problem(404, 'bordereau-inconnu', `There is no slip ${id}`)
  const { ordreId } = known
  return db.transaction(async tx => {
    // Two that are moved at once must see each other, or neither would be the last.
    const slips = await lockSlipsOfOrder(tx, ordreId)
    const now = clock.now()
    const moved = await changeSlip(tx, id, { statut, from: BY_HAND[statut], trackingNumber, now })
    if (!moved) return unchanged(tx, id, statut)
    const becomes = orderWith(slips.map(slip => (slip.id === id ? statut : slip.statut)))
    if (becomes) {
      await outbox.publish(tx, slipsMoved, {
        ordreId,
        statut: becomes,
        magasins: [...new Set(slips.flatMap(({ storeId }) => storeId ?? []))],
        trackingNumber: moved.trackingNumber,
        version: (await findFollowed(tx, ordreId))?.version ?? 0,
        timestamp: now.toISOString(),
      })
    }
    return moved
  })
}

async function unchanged(tx: Tx, id: number, statut: string): Promise<Slip> {
  const slip = await findSlip(tx, id)
  if (slip?.statut === statut) return slip
  throw new Problem(
    409,
    'statut-incompatible',
    `Slip ${id} is ${slip?.statut}, which does not lead to ${statut}`,
  )
}
