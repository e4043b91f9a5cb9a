import { describeChange } from '../../platform/audit/describe.ts'
import type { Tx } from '../../platform/database/database.ts'
import { allowOnlyStores, type StoreRequest } from '../../platform/http/stores.ts'
import { Problem } from '../../platform/problem.ts'
import type { LogisticsPlatform } from '../context.ts'
import { slipsMoved } from '../contract.ts'
import { MANUAL_MOVES, orderStatusFor } from './follow-order.ts'
import type { Slip, SlipChange } from './schemas.ts'
import { changeSlip, findFollowed, findSlip, lockSlipsOfOrder } from './store.ts'

/**
 * Changes the status of a slip manually and reports the status of the order to orders, if its slips determine one.
 * Repeating the change has no effect. Throws 404 if the slip does not exist, 403 if the caller is limited to other stores, 409 if its status does not permit the
 * change.
 */
export async function moveSlip(
  { db, clock, outbox }: LogisticsPlatform,
  request: StoreRequest,
  id: number,
  change: SlipChange,
): Promise<Slip> {
  const { statut, trackingNumber = null } = change
  const known = await findSlip(db, id)
  if (!known) throw new Problem(404, 'bordereau-inconnu', `Delivery slip ${id} not found`)
  allowOnlyStores(request, [known.storeId])
  const { ordreId } = known
  return db.transaction(async tx => {
    // Concurrent changes of the slips of an order must see each other, or none would detect that it is the last.
    const slips = await lockSlipsOfOrder(tx, ordreId)
    const now = clock.now()
    const moved = await changeSlip(tx, id, { statut, from: MANUAL_MOVES[statut], trackingNumber, now })
    if (!moved) return unchanged(tx, id, statut)
    const before = slips.find(slip => slip.id === id)
    describeChange({
      record: id,
      label: moved.numero,
      ...(before && { before: { statut: before.statut } }),
      after: moved,
    })
    const becomes = orderStatusFor(slips.map(slip => (slip.id === id ? statut : slip.statut)))
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
    `Delivery slip ${id} is ${slip?.statut} and cannot become ${statut}`,
  )
}
