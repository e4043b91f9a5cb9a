import type { Platform } from '../platform/area.ts'
import { gather } from '../platform/gather.ts'
import { Problem } from '../platform/http/problem.ts'
import { allocate, type Free } from './allocate.ts'
import type { NewReservation, Reservation } from './schemas.ts'
import { expireReservations } from './store/give-back.ts'
import {
  type Allocated,
  findReservation,
  freeStock,
  type Held,
  holdStocks,
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
type Made = { ordreId: string; statut: 'active'; expireLe: Date }

/** More than any product has of reservations that expired and were not yet swept. */
const SWEEP = 1_000
const MOST_TOGETHER = 32

class Raced extends Error {}

/**
 * Not durable by itself: on one PostgreSQL server the commit of the order that follows makes it so, and without that order
 * it would end in 30 minutes anyway. On servers of their own, a crash of this one may lose the last moments' reservations:
 * their slips tell a shortage.
 */
const briefly = { durable: false, byKey: true }

const madeOf = ({ ordreId, expireLe }: Order): Made => ({ ordreId, statut: 'active', expireLe })

/** Undefined when the order has a reservation that has not ended, 409 when something is short. */
const choose = ({ db, clock }: Parts, order: Order, lockAll: boolean) =>
  db.transaction(async tx => {
    const found = (await insertReservation(tx, { ...order, now: clock.now() }, lockAll))!
    if (found.short.length > 0) throw new Shortage(found.short, found.overdue)
    if (found.raced) throw new Raced()
    return found.claimed ? madeOf(order) : undefined
  }, briefly)

/**
 * The same for orders of one moment, by a reading of their stocks and one short statement. `short` is the one for which the
 * stocks did not suffice, as they were read.
 */
const takeTogether =
  ({ db, clock }: Parts) =>
  async (orders: Order[]): Promise<(Made | 'short' | undefined)[]> => {
    const productIds = new Set(orders.flatMap(({ wanted }) => wanted.map(({ productId }) => productId)))
    const free = Map.groupBy(
      productIds.size > 0 ? await freeStock(db, [...productIds]) : [],
      ({ productId }) => productId,
    )
    const allocated = orders.map(order => ({ ...order, taken: takeFrom(free, order.wanted) }))
    const served = allocated.flatMap(({ taken, ...order }) => (taken ? [{ ...order, taken }] : []))
    const claimed = served.length > 0 ? await hold(served) : new Set()
    return allocated.map(order =>
      order.taken === undefined ? 'short' : claimed.has(order.ordreId) ? madeOf(order) : undefined,
    )

    function hold(served: Allocated[]) {
      return db.transaction(async tx => {
        const { claimed, raced } = await holdStocks(tx, served, clock.now())
        if (raced) throw new Raced()
        return new Set(claimed)
      }, briefly)
    }
  }

/** Leaves in `free` what is free for the next. */
function takeFrom(free: Map<number, Free[]>, wanted: Wanted[]): Held[] | undefined {
  const rowsOf = ({ productId }: { productId: number }) => free.get(productId) ?? []
  const taken = allocate(wanted, wanted.flatMap(rowsOf))
  for (const held of taken ?? [])
    rowsOf(held).find(({ storeId }) => storeId === held.storeId)!.libre -= held.quantite
  return taken
}

/**
 * Reserves the goods of an order, all or nothing. An order that has them reserved keeps them, longer; one whose
 * reservation was released or has expired reserves again; one that was cancelled or prepared is refused (409).
 */
export type Reserve = (given: NewReservation) => Promise<{ created: boolean; reservation: Reservation }>

export function createReserve(parts: Parts): Reserve {
  const { db, clock } = parts
  const together = gather(MOST_TOGETHER, takeTogether(parts))

  /**
   * Hardly ever is anything short, or do two orders meet at the last units of one stock: only then is the choice left to the
   * statement that tells what is short, and, for orders that met, everything locked to decide between them.
   */
  const attempt = async (order: Order) => {
    try {
      const made = await together(order)
      return made === 'short' ? await choose(parts, order, false) : made
    } catch (error) {
      if (!(error instanceof Raced)) throw error
      return choose(parts, order, true)
    }
  }

  /**
   * What has expired but was not swept yet must not refuse a sale: it is swept, by this order or by another one that it
   * waits for, and the order tried again.
   */
  const attemptOrSweep = (order: Order) =>
    attempt(order).catch(async error => {
      if (!(error instanceof Shortage && error.overdue)) throw error
      await db.transaction(tx => expireReservations(tx, clock.now(), SWEEP, error.productIds))
      return attempt(order)
    })

  return async ({ ordreId, articles, expireLe }) => {
    const until = new Date(expireLe)
    const order = { ordreId, wanted: wantedOf(articles), expireLe: until }
    for (;;) {
      const made = await attemptOrSweep(order)
      if (made) return { created: true, reservation: made }
      const prolonged = await db.transaction(tx => prolongReservation(tx, ordreId, until, clock.now()))
      if (prolonged) return { created: false, reservation: prolonged }
      const { statut } = (await findReservation(db, ordreId))!
      // It may have ended between the two: then the order reserves again.
      if (statut === 'annulee' || statut === 'prelevee')
        throw new Problem(409, `The reservation of order ${ordreId} is ${statut}`)
    }
  }
}
