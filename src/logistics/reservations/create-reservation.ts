import type { Platform } from '../../platform/area.ts'
import { createBatcher } from '../../platform/database/batcher.ts'
import { namedMoment } from '../../platform/moment.ts'
import { Problem } from '../../platform/problem.ts'
import { type Announcing, announceCrossings } from '../announcing/announce.ts'
import type { NewReservation, Reservation } from '../reservation-schemas.ts'
import {
  allocate,
  type Free,
  type Held,
  type Shortfall,
  storesOf,
  type Wanted,
  wantedOf,
} from './allocate.ts'
import { expireReservations } from './store/release.ts'
import {
  type Allocated,
  findReservation,
  freeStock,
  prolongReservation,
  readSituation,
  reserveStock,
} from './store/reservations.ts'

/** More than the expired, unswept reservations of any product. */
const SWEEP = 1_000

/**
 * Reserves all goods of an order or none; in one store if the order is collected. An active reservation is prolonged; an
 * order whose reservation was released or has expired reserves again; 409 if it was cancelled or prepared.
 */
export type Reserve = (given: NewReservation) => Promise<{ created: boolean; reservation: Reservation }>

export function createReserve(parts: Pick<Platform, 'db'> & Announcing): Reserve {
  const { db, clock } = parts
  const batched = createBatcher(reserveBatch(parts))

  /** The race was lost to an order that was served, so the next read shows its effect. */
  const tryOnce = (order: Order) =>
    batched(order).catch(error => {
      if (!(error instanceof Raced)) throw error
      return 'raced' as const
    })

  /**
   * Returns undefined if the order has a reservation that was neither released nor expired. Throws 409 if a product is
   * short.
   */
  async function attempt(order: Order): Promise<Reservation | undefined> {
    for (;;) {
      const outcome = await tryOnce(order)
      if (outcome === 'raced') continue
      if (outcome !== 'short') return outcome
      // Read separately, because earlier orders of the batch may not have reserved their goods.
      const { free, reserved, overdue } = await readSituation(db, order, clock.now())
      if (reserved) return undefined
      const { short } = allocate(order.wanted, free, order.magasinId)
      if (short.length > 0) throw new Shortage(short, overdue, order.magasinId)
    }
  }

  /**
   * An expired, unswept reservation must not prevent a sale: this order sweeps it, or waits for another one that does, and
   * is tried again.
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
      // It exists: it prevented a new one.
      const { statut } = (await findReservation(db, ordreId))!
      // It may have ended in the meantime; the order then reserves again.
      if (statut === 'annulee' || statut === 'prelevee')
        throw new Problem(409, 'statut-incompatible', `The reservation of order ${ordreId} is ${statut}`)
    }
  }
}

type Parts = Pick<Platform, 'db'> & Announcing
/** `magasinId` is the only store that may supply. */
export type Order = { ordreId: string; wanted: Wanted[]; expireLe: Date; magasinId?: number | undefined }

/** A concurrent order took units after the stocks were read. */
class Raced extends Error {}

/**
 * On one PostgreSQL server the commit of the following order makes the reservation durable, and without that order it would
 * end after 30 minutes. With separate servers, a crash of this one may lose the latest reservations; their slips then
 * report missing units.
 */
const NOT_DURABLE = { durable: false }

const reservationOf = ({ ordreId, expireLe, taken }: Allocated): Reservation => ({
  ordreId,
  statut: 'active',
  expireLe,
  magasins: storesOf(taken),
})

/**
 * Reserves for a batch of orders, by one read of their stocks and one short statement. An order's result is undefined if it
 * has a reservation that was neither released nor expired, `short` if the stocks minus the units of earlier orders are too
 * low.
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
    const allocated = orders.map(order => ({ ...order, taken: allocateFrom(free, order) }))
    const served = allocated.flatMap(({ taken, ...order }) => (taken ? [{ ...order, taken }] : []))
    const claimed = served.length > 0 ? await reserveAllocated(served) : new Set()
    return allocated.map(({ taken, ...order }) => {
      if (taken === undefined) return 'short'
      return claimed.has(order.ordreId) ? reservationOf({ ...order, taken }) : undefined
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

/** Allocates the units of an order and subtracts them from `free`; undefined if a product is short. */
function allocateFrom(free: Map<number, Free[]>, { wanted, magasinId }: Order): Held[] | undefined {
  const rowsOf = ({ productId }: { productId: number }) => free.get(productId) ?? []
  const { taken, short } = allocate(wanted, wanted.flatMap(rowsOf), magasinId)
  if (short.length > 0) return undefined
  for (const line of taken)
    for (const row of rowsOf(line)) if (row.storeId === line.storeId) row.libre -= line.quantite
  return taken
}

const describeShortfall = ({ productId, quantite, libre }: Shortfall) =>
  `Stock insuffisant pour le produit ${productId} : ${quantite} demandé(s), ${libre} disponible(s)`

class Shortage extends Problem {
  readonly productIds: number[]
  /** Whether expired reservations hold some of the goods. */
  readonly overdue: boolean

  /** `magasinId` is the only store that was considered. */
  constructor(short: readonly Shortfall[], overdue: boolean, magasinId?: number) {
    const where = magasinId === undefined ? '' : ` (magasin ${magasinId})`
    super(409, 'stock-insuffisant', short.map(describeShortfall).join(' ; ') + where)
    this.productIds = short.map(({ productId }) => productId)
    this.overdue = overdue
  }
}

const BATCH = 200

/** Ends expired reservations, one batch per transaction, so that no stock stays locked for long. */
export async function sweep(parts: Pick<Platform, 'db'> & Announcing) {
  const batch = () =>
    parts.db.transaction(async tx => {
      const { ended, crossed } = await expireReservations(tx, parts.clock.now(), BATCH)
      await announceCrossings(tx, parts, crossed)
      return ended
    })
  while ((await batch()) === BATCH);
}
