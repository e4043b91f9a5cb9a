import type { Platform } from '../../platform/area.ts'
import { createBatcher } from '../../platform/database/batcher.ts'
import { namedMoment } from '../../platform/moment.ts'
import { Problem } from '../../platform/problem.ts'
import { type Announcing, announceCrossings } from '../announcing/announce.ts'
import type { NewReservation, Reservation } from '../reservation-schemas.ts'
import { allocate } from './allocate.ts'
import { type Made, type Order, Raced, reserveTogether } from './reserve-together.ts'
import { Shortage } from './shortage.ts'
import { expireReservations } from './store/give-back.ts'
import { findReservation, prolongReservation, readSituation } from './store/reservations.ts'
import { wantedOf } from './wanted.ts'

/** More than any product has of reservations that expired and were not yet swept. */
const SWEEP = 1_000

/**
 * Reserves the goods of an order, all or nothing, in one store where the order is collected. An order that has them reserved keeps them, longer; one whose
 * reservation was released or has expired reserves again; one that was cancelled or prepared is refused (409).
 */
export type Reserve = (given: NewReservation) => Promise<{ created: boolean; reservation: Reservation }>

export function createReserve(parts: Pick<Platform, 'db'> & Announcing): Reserve {
  const { db, clock } = parts
  const together = createBatcher(reserveTogether(parts))

  /** A race is lost to an order that was served: the next reading shows it. */
  const tryOnce = (order: Order) =>
    together(order).catch(error => {
      if (!(error instanceof Raced)) throw error
      return 'raced' as const
    })

  /** Undefined when the order has a reservation that has not ended, 409 when something is short. */
  async function attempt(order: Order): Promise<Made | undefined> {
    for (;;) {
      const outcome = await tryOnce(order)
      if (outcome === 'raced') continue
      if (outcome !== 'short') return outcome
      // Read by itself: the orders before it may not have taken what they were to take.
      const { free, reserved, overdue } = await readSituation(db, order, clock.now())
      if (reserved) return undefined
      const { short } = allocate(order.wanted, free, order.magasinId)
      if (short.length > 0) throw new Shortage(short, overdue, order.magasinId)
    }
  }

  /**
   * What has expired but was not swept yet must not refuse a sale: it is swept, by this order or by another one that it
   * waits for, and the order tried again.
   */
  const attemptOrSweep = (order: Order) =>
    attempt(order).catch(async error => {
      if (!(error instanceof Shortage && error.overdue)) throw error
      await db.transaction(async tx => {
        const { crossed } = await expireReservations(tx, clock.now(), SWEEP, error.productIds)
        await announceCrossings(tx, parts, crossed)
      })
      return attempt(order)
    })

  return async ({ ordreId, articles, expireLe, magasinId }) => {
    const until = namedMoment(expireLe, 'body/expireLe', true)
    const order = { ordreId, wanted: wantedOf(articles), expireLe: until, magasinId: magasinId ?? undefined }
    for (;;) {
      const made = await attemptOrSweep(order)
      if (made) return { created: true, reservation: made }
      const prolonged = await db.transaction(tx => prolongReservation(tx, ordreId, until, clock.now()))
      if (prolonged) return { created: false, reservation: prolonged }
      // There is one: it stood in the way of a new one.
      const { statut } = (await findReservation(db, ordreId))!
      // It may have ended between the two: then the order reserves again.
      if (statut === 'annulee' || statut === 'prelevee')
        throw new Problem(409, 'statut-incompatible', `The reservation of order ${ordreId} is ${statut}`)
    }
  }
}
