import type { OrderMoved } from '../../orders/contract.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Tx } from '../../platform/database/database.ts'
import { lockReservation } from '../reservations/store/reservations.ts'
import { slipsWith } from './following.ts'
import { findFollowed, keepFollowed } from './store/followed-orders.ts'
import { changeSlipsOfOrder } from './store/slips.ts'

/**
 * Moves the slips of an order that was moved by hand: on, never back, for they may have been moved on meanwhile; back only when
 * the order was taken back since they last followed it. Slips that are written later begin there.
 */
export async function followOrder(
  tx: Tx,
  clock: Clock,
  { ordreId, statut, trackingNumber, version, correction = version }: OrderMoved,
) {
  // Whoever writes the slips holds it too: they are there by now, or see what is kept here.
  const now = clock.now()
  await lockReservation(tx, ordreId, 'liberee', now)
  const known = await findFollowed(tx, ordreId)
  if (!(await keepFollowed(tx, ordreId, { statut, trackingNumber, version, correction }))) return
  const slips = slipsWith(statut, correction > (known?.correction ?? 0))
  if (slips) await changeSlipsOfOrder(tx, ordreId, { ...slips, trackingNumber, now })
}
