import type { Platform } from '../platform/area.ts'
import { Problem } from '../platform/http/problem.ts'
import { allocate } from './allocate.ts'
import type { NewReservation, Reservation } from './schemas.ts'
import {
  claimReservation,
  expireReservations,
  findReservation,
  freeStock,
  type Held,
  holdStock,
  insertReservation,
  prolongReservation,
  type Short,
  type Wanted,
} from './store/reservations.ts'
import { wantedOf } from './wanted.ts'

class Shortage extends Problem {
  readonly productIds: number[]
  /** Whether some goods are held by reservations that have expired. */
  readonly overdue: boolean

  constructor(short: Short[], overdue: boolean) {
    super(
      409,
      short
        .map(
          ({ productId, quantite, libre }) =>
            `Stock insuffisant pour le produit ${productId} : ${quantite} demandé(s), ${libre} disponible(s)`,
        )
        .join(' ; '),
    )
    this.overdue = overdue
    this.productIds = short.map(({ productId }) => productId)
  }
}

type Parts = Pick<Platform, 'db' | 'clock'>
type Order = { ordreId: string; wanted: Wanted[]; expireLe: Date }

/** More than any product has of reservations that expired and were not yet swept. */
const SWEEP = 1_000

class Raced extends Error {}
class NotEnded extends Error {}

/**
 * Not durable by itself: on one PostgreSQL server the commit of the order that follows makes it so, and without that order
 * it would end in 30 minutes anyway. On servers of their own, a crash of this one may lose the last moments' reservations:
 * their slips tell a shortage.
 */
const briefly = { durable: false }

const reservationOf = ({ ordreId, expireLe }: Order) => ({ ordreId, statut: 'active' as const, expireLe })

/** Undefined when the order has a reservation that has not ended, 409 when something is short. */
const choose = ({ db, clock }: Parts, order: Order, lockAll: boolean) =>
  db.transaction(async tx => {
    const found = (await insertReservation(tx, { ...order, now: clock.now() }, lockAll))!
    if (found.short.length > 0) throw new Shortage(found.short, found.overdue)
    if (found.raced) throw new Raced()
    return found.claimed ? reservationOf(order) : undefined
  }, briefly)

/** The same for stocks that were read before and have enough: short statements, sent together. What fails is undone. */
const take = ({ db, clock }: Parts, order: Order, taken: readonly Held[]) =>
  db
    .transaction(async tx => {
      const { ordreId, expireLe } = order
      const [claimed, ...reserved] = await Promise.all([
        claimReservation(tx, ordreId, expireLe, clock.now()),
        ...taken.map(held => holdStock(tx, ordreId, held)),
      ])
      if (!claimed) throw new NotEnded()
      if (reserved.includes(false)) throw new Raced()
      return reservationOf(order)
    }, briefly)
    .catch(error => {
      if (error instanceof NotEnded) return undefined
      throw error
    })

/**
 * Hardly ever is anything short, or do two orders meet at the last units of one stock: only then is the choice left to the
 * statement that tells what is short, and, for orders that met, everything locked to decide between them.
 */
async function attemptOrLock(parts: Parts, order: Order) {
  const productIds = order.wanted.map(({ productId }) => productId)
  const free = productIds.length > 0 ? await freeStock(parts.db, productIds) : []
  const taken = allocate(order.wanted, free)
  return (taken ? take(parts, order, taken) : choose(parts, order, false)).catch(error => {
    if (!(error instanceof Raced)) throw error
    return choose(parts, order, true)
  })
}

/**
 * What has expired but was not swept yet must not refuse a sale: it is swept, by this order or by another one that it waits
 * for, and the order tried again.
 */
const attemptOrSweep = (parts: Parts, order: Order) =>
  attemptOrLock(parts, order).catch(async error => {
    if (!(error instanceof Shortage && error.overdue)) throw error
    const { db, clock } = parts
    await db.transaction(tx => expireReservations(tx, clock.now(), SWEEP, error.productIds))
    return attemptOrLock(parts, order)
  })

/**
 * Reserves the goods of an order, all or nothing. An order that has them reserved keeps them, longer; one whose
 * reservation was released or has expired reserves again; one that was cancelled or prepared is refused (409).
 */
export async function reserve(
  parts: Parts,
  { ordreId, articles, expireLe }: NewReservation,
): Promise<{ created: boolean; reservation: Reservation }> {
  const { db, clock } = parts
  const until = new Date(expireLe)
  const order = { ordreId, wanted: wantedOf(articles), expireLe: until }
  for (;;) {
    const made = await attemptOrSweep(parts, order)
    if (made) return { created: true, reservation: made }
    const prolonged = await db.transaction(tx => prolongReservation(tx, ordreId, until, clock.now()))
    if (prolonged) return { created: false, reservation: prolonged }
    const { statut } = (await findReservation(db, ordreId))!
    // It may have ended between the two: then the order reserves again.
    if (statut === 'annulee' || statut === 'prelevee')
      throw new Problem(409, `The reservation of order ${ordreId} is ${statut}`)
  }
}
