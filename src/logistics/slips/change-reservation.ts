import { parseMoment } from '../../platform/moment.ts'
import { Problem } from '../../platform/problem.ts'
import { announceAvailability } from '../announcing/announce.ts'
import type { LogisticsPlatform } from '../context.ts'
import type { Reservation, ReservationChange } from '../reservation-schemas.ts'
import { releaseReservation, restockReservation } from '../reservations/store/release.ts'
import {
  extendReservation,
  findReservation,
  lockReservation,
  markReservation,
} from '../reservations/store/reservations.ts'
import { CANCELLED } from './follow-order.ts'
import { changeSlipsOfOrder, lockSlipsOfOrder } from './store.ts'

/**
 * Extends an active reservation, or ends any reservation permanently because its order was cancelled. Throws 404 or
 * 409 if there is no active reservation to extend.
 */
export const changeReservation = (parts: LogisticsPlatform, ordreId: string, change: ReservationChange) =>
  'statut' in change
    ? cancel(parts, ordreId)
    : extend(parts, ordreId, parseMoment(change.expireLe, 'body/expireLe', true))

async function extend(
  { db, clock }: LogisticsPlatform,
  ordreId: string,
  expireLe: Date,
): Promise<Reservation> {
  const extended = await db.transaction(tx => extendReservation(tx, ordreId, expireLe, clock.now()))
  if (extended) return extended
  const other = await findReservation(db, ordreId)
  if (!other) throw new Problem(404, 'reservation-inconnue', `Order ${ordreId} has no reservation`)
  throw new Problem(409, 'statut-incompatible', `The reservation of order ${ordreId} is ${other.statut}`)
}

/**
 * Releases the reserved units, or restocks the deducted units that were not sent, once, and cancels the slips that were
 * not sent. An order without a reservation gets a cancelled one, so that a later preparation takes nothing.
 */
const cancel = (parts: LogisticsPlatform, ordreId: string): Promise<Reservation> =>
  parts.db.transaction(async tx => {
    const now = parts.clock.now()
    const { statut } = await lockReservation(tx, ordreId, 'annulee', now)
    // A concurrent dispatch of a slip has finished by now, or finds the slip cancelled: the goods leave or return, but
    // never both.
    await lockSlipsOfOrder(tx, ordreId)
    if (statut === 'active')
      await announceAvailability(tx, parts, (await releaseReservation(tx, ordreId, 'annulee', now)).crossed)
    else if (statut === 'prelevee')
      await announceAvailability(tx, parts, (await restockReservation(tx, ordreId, now)).crossed)
    else await markReservation(tx, ordreId, 'annulee', now)
    await changeSlipsOfOrder(tx, ordreId, { ...CANCELLED, trackingNumber: null, now })
    // `lockReservation` creates a missing reservation, so it exists.
    return (await findReservation(tx, ordreId))!
  })
