import type { Platform } from '../../platform/area.ts'
import { createBatcher } from '../../platform/database/batcher.ts'
import { namedMoment } from '../../platform/moment.ts'
import { Problem } from '../../platform/problem.ts'
import { type Announcing, announceCrossings } from '../announcing/announce.ts'
import type { NewReservation, Reservation } from '../reservation-schemas.ts'
import { allocate, type Free, type Held, type Short, storesOf, type Wanted, wantedOf } from './allocate.ts'
import { expireReservations } from './store/release.ts'
import {
  type Allocated,
  findReservation,
  freeStock,
  prolongReservation,
  readSituation,
  reserveStock,
} from './store/reservations.ts'

/** More than any product has of reservations that expired and were not yet swept. */
const SWEEP = 1_000

/**
 * Reserves the goods of an order, all or nothing, in one store where the order is collected. An order that has them reserved keeps them, longer; one whose
 * reservation was released or has expired reserves again; one that was cancelled or prepared is refused (409).
 */
export type Reserve = (given: NewReservation) => Promise<{ created: boolean; reservation: Reservation }>

export function createReserve(parts: Pick<Platform, 'db'> & Announcing): Reserve {
  const { db, clock } = parts
  const batched = createBatcher(reserveBatch(parts))

  /** A race is lost to an order that was served: the next reading shows it. */
  const tryOnce = (order: Order) =>
    batched(order).catch(error => {
      if (!(error instanceof Raced)) throw error
      return 'raced' as const
    })

  /** Undefined when the order has a reservation that has not ended, 409 when something is short. */
  async function attempt(order: Order): Promise<Reservation | undefined> {
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
   * An expired reservation that was not swept yet must not refuse a sale: it is swept, by this order or by another one that it
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

type Parts = Pick<Platform, 'db'> & Announcing
/** `magasinId`: no other store may give. */
export type Order = { ordreId: string; wanted: Wanted[]; expireLe: Date; magasinId?: number | undefined }

/** Another order took in between what a reading of the stocks had shown. */
class Raced extends Error {}

/**
 * Not durable by itself: on one PostgreSQL server the commit of the order that follows makes it so, and without that order
 * it would end in 30 minutes anyway. On servers of their own, a crash of this one may lose the last moments' reservations:
 * their slips tell a shortage.
 */
const NOT_DURABLE = { durable: false }

const madeOf = ({ ordreId, expireLe, taken }: Allocated): Reservation => ({
  ordreId,
  statut: 'active',
  expireLe,
  magasins: storesOf(taken),
})

/**
 * Reserves for orders of one moment, by a reading of their stocks and one short statement. Undefined for one that has a
 * reservation that has not ended; `short` for one for which the stocks, less what the orders before it take, are too low.
 */
const reserveBatch =
  (parts: Parts) =>
  async (orders: Order[]): Promise<(Reservation | 'short' | undefined)[]> => {
    const { db, clock } = parts
    const productIds = new Set(orders.flatMap(({ wanted }) => wanted.map(({ productId }) => productId)))
    const free = Map.groupBy(
      productIds.size > 0 ? await freeStock(db, [...productIds]) : [],
      ({ productId }) => productId,
    )
    const allocated = orders.map(order => ({ ...order, taken: takeFrom(free, order) }))
    const served = allocated.flatMap(({ taken, ...order }) => (taken ? [{ ...order, taken }] : []))
    const claimed = served.length > 0 ? await reserveAllocated(served) : new Set()
    return allocated.map(({ taken, ...order }) => {
      if (taken === undefined) return 'short'
      return claimed.has(order.ordreId) ? madeOf({ ...order, taken }) : undefined
    })

    function reserveAllocated(served: Allocated[]) {
      return db.transaction(async tx => {
        const { claimed, raced, crossed } = await reserveStock(tx, served, clock.now())
        if (raced) throw new Raced()
        await announceCrossings(tx, parts, crossed)
        return new Set(claimed)
      }, NOT_DURABLE)
    }
  }

/** Leaves in `free` what is free for the next order. */
function takeFrom(free: Map<number, Free[]>, { wanted, magasinId }: Order): Held[] | undefined {
  const rowsOf = ({ productId }: { productId: number }) => free.get(productId) ?? []
  const { taken, short } = allocate(wanted, wanted.flatMap(rowsOf), magasinId)
  if (short.length > 0) return undefined
  for (const held of taken)
    for (const row of rowsOf(held)) if (row.storeId === held.storeId) row.libre -= held.quantite
  return taken
}

const sentence = ({ productId, quantite, libre }: Short) =>
  `Stock insuffisant pour le produit ${productId} : ${quantite} demandé(s), ${libre} disponible(s)`

class Shortage extends Problem {
  readonly productIds: number[]
  /** Whether some goods are held by reservations that have expired. */
  readonly overdue: boolean

  /** `magasinId`: the only store that was looked at. */
  constructor(short: readonly Short[], overdue: boolean, magasinId?: number) {
    const where = magasinId === undefined ? '' : ` (magasin ${magasinId})`
    super(409, 'stock-insuffisant', short.map(sentence).join(' ; ') + where)
    this.productIds = short.map(({ productId }) => productId)
    this.overdue = overdue
  }
}

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
