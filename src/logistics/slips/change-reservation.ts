import type { Platform } from '../../platform/area.ts'
import { namedMoment } from '../../platform/moment.ts'
import { Problem } from '../../platform/problem.ts'
import { type Announcing, announceCrossings } from '../announcing/announce.ts'
import type { Reservation, ReservationChange } from '../reservation-schemas.ts'
import { releaseReservation, restockReservation } from '../reservations/store/release.ts'
import {
  findReservation,
  lockReservation,
  markReservation,
  prolongReservation,
} from '../reservations/store/reservations.ts'
import { CANCELLED } from './follow-order.ts'
import { changeSlipsOfOrder, lockSlipsOfOrder } from './store.ts'

type Parts = Pick<Platform, 'db'> & Announcing

/** Prolongs an active reservation, or ends any for good because its order was cancelled. */
export const changeReservation = (parts: Parts, ordreId: string, change: ReservationChange) =>
  'statut' in change
    ? cancel(parts, ordreId)
    : prolong(parts, ordreId, namedMoment(change.expireLe, 'body/expireLe', true))

async function prolong({ db, clock }: Parts, ordreId: string, expireLe: Date): Promise<Reservation> {
  const prolonged = await db.transaction(tx => prolongReservation(tx, ordreId, expireLe, clock.now()))
  if (prolonged) return prolonged
  const other = await findReservation(db, ordreId)
  if (!other) throw new Problem(404, 'reservation-inconnue', `There is no reservation of order ${ordreId}`)
  throw new Problem(409, 'statut-incompatible', `The reservation of order ${ordreId} is ${other.statut}`)
}

/**
 * Gives back once what the order had reserved or taken. An order that never reserved is remembered too: should its
 * preparation still be asked for, nothing is taken.
 */
const cancel = (parts: Parts, ordreId: string): Promise<Reservation> =>
  parts.db.transaction(async tx => {
    const now = parts.clock.now()
    const { statut } = await lockReservation(tx, ordreId, 'annulee', now)
    // A store that is just sending its slip has done so, or finds it cancelled: its goods leave or come back, never both.
    await lockSlipsOfOrder(tx, ordreId)
    if (statut === 'active')
      await announceCrossings(tx, parts, (await releaseReservation(tx, ordreId, 'annulee', now)).crossed)
    else if (statut === 'prelevee')
      await announceCrossings(tx, parts, (await restockReservation(tx, ordreId, now)).crossed)
    else await markReservation(tx, ordreId, 'annulee', now)
    await changeSlipsOfOrder(tx, ordreId, { ...CANCELLED, trackingNumber: null, now })
    // It is locked, so it is there.
    return (await findReservation(tx, ordreId))!
  })
