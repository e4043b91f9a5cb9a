import { createBatcher } from '../../platform/database/batcher.ts'
import { parseMoment } from '../../platform/moment.ts'
import { Problem } from '../../platform/problem.ts'
import { announceAvailability } from '../announcing/announce.ts'
import type { LogisticsPlatform } from '../context.ts'
import type { NewReservation, Reservation } from '../reservation-schemas.ts'
import type { Units } from '../stock-schemas.ts'
import {
  allocate,
  type FreeUnits,
  type ProductUnits,
  type Shortfall,
  storesOf,
  unitsByProduct,
} from './allocate.ts'
import { expireReservations } from './store/release.ts'
import {
  type AllocatedOrder,
  extendReservation,
  findReservation,
  readFreeStock,
  readSituation,
  reserveStock,
} from './store/reservations.ts'

/** Larger than any likely number of expired, unswept reservations of the products of one order. */
const SWEEP = 1_000

/**
 * Reserves all goods of an order or none; in one store if the order is collected. An active reservation is extended
 * (`created` is then false); an order whose reservation was released or has expired reserves again. Throws 409 if the
 * reservation was cancelled or prepared, or if a product is short. A product without stock rows is sold without limit
 * or, with COMPTOIR_UNTRACKED_STOCK=refuse, short.
 */
export type Reserver = (given: NewReservation) => Promise<{ created: boolean; reservation: Reservation }>

export function createReserver(platform: LogisticsPlatform): Reserver {
  const { db, clock } = platform
  const refusesUntracked = isUntrackedRefused(platform)
  const batched = createBatcher((orders: Order[]) => reserveBatch(platform, orders))

  /** Returns `raced` if stock has fallen too far since it was read. The next read shows the change. */
  const tryOnce = (order: Order) =>
    batched(order).catch(error => {
      if (!(error instanceof Raced)) throw error
      return 'raced' as const
    })

  /**
   * Returns the new reservation; undefined if the order has one that was neither released nor expired. Throws 409 if a
   * product is short.
   */
  async function attempt(order: Order): Promise<Reservation | undefined> {
    for (let swept = false; ; ) {
      const outcome = await tryOnce(order)
      if (outcome === 'raced') continue
      if (outcome !== 'short') return outcome
      // Read again, because earlier orders of the batch may not have reserved the units that were allocated to them.
      const { free, reserved, overdue } = await readSituation(db, order, clock.now())
      if (reserved) return undefined
      const { short } = allocate(order.units, free, { only: order.magasinId, refusesUntracked })
      if (short.length === 0) continue
      if (swept || !overdue) throw shortageOf(short, order.magasinId)
      // An expired, unswept reservation must not prevent a sale: this order sweeps it, or waits for the transaction
      // that does.
      const productIds = short.map(({ productId }) => productId)
      await expire(platform, SWEEP, productIds)
      swept = true
    }
  }

  return async ({ ordreId, articles, expireLe, magasinId }) => {
    const until = parseMoment(expireLe, 'body/expireLe', true)
    const order = {
      ordreId,
      units: unitsByProduct(articles),
      expireLe: until,
      magasinId: magasinId ?? undefined,
    }
    for (;;) {
      const made = await attempt(order)
      if (made) return { created: true, reservation: made }
      const extended = await db.transaction(tx => extendReservation(tx, ordreId, until, clock.now()))
      if (extended) return { created: false, reservation: extended }
      // The reservation exists, because it prevented a new one.
      const { statut } = (await findReservation(db, ordreId))!
      // It may have been released or have expired in the meantime; the order then reserves again.
      if (statut === 'annulee' || statut === 'prelevee')
        throw new Problem(409, 'statut-incompatible', `The reservation of order ${ordreId} is ${statut}`)
    }
  }
}

/** `magasinId` is the only store that may supply. */
type Order = {
  ordreId: string
  units: ProductUnits[]
  expireLe: Date
  magasinId?: number | undefined
}

/** Another transaction lowered the free stock after it was read, so that it no longer suffices. */
class Raced extends Error {}

/**
 * On one PostgreSQL server, the commit of the order itself also makes its reservation durable, and a reservation
 * without an order expires anyway. If orders has its own server, a crash of the server of logistics may lose the
 * latest reservations; the slips of their orders then report units that were sold to others.
 */
const NOT_DURABLE = { durable: false }

const reservationOf = ({ ordreId, expireLe, taken }: AllocatedOrder): Reservation => ({
  ordreId,
  statut: 'active',
  expireLe,
  magasins: storesOf(taken),
})

/**
 * Reserves stock for a batch of orders with one read and one short statement. An order's result is `short` if the stock
 * left after earlier orders of the batch is insufficient; otherwise it is undefined if the order already has a
 * reservation that is neither released nor expired. Throws `Raced`, reserving nothing, if some stock has fallen too far
 * since the read.
 */
async function reserveBatch(
  platform: LogisticsPlatform,
  orders: Order[],
): Promise<(Reservation | 'short' | undefined)[]> {
  const { db, clock } = platform
  const productIds = new Set(orders.flatMap(({ units }) => units.map(({ productId }) => productId)))
  const rows = productIds.size > 0 ? await readFreeStock(db, [...productIds]) : []
  const free = Map.groupBy(rows, ({ productId }) => productId)
  const refusesUntracked = isUntrackedRefused(platform)
  const allocated = orders.map(order => ({ ...order, taken: allocateFrom(free, order, refusesUntracked) }))
  const served = allocated.flatMap(({ taken, ...order }) => (taken ? [{ ...order, taken }] : []))
  const claimed = served.length > 0 ? await reserveAllocated(served) : new Set()
  return allocated.map(({ taken, ...order }) => {
    if (taken === undefined) return 'short'
    return claimed.has(order.ordreId) ? reservationOf({ ...order, taken }) : undefined
  })

  function reserveAllocated(served: AllocatedOrder[]) {
    return db.transaction(async tx => {
      const { claimed, raced, crossed } = await reserveStock(tx, served, clock.now())
      if (raced) throw new Raced()
      await announceAvailability(tx, platform, crossed)
      return new Set(claimed)
    }, NOT_DURABLE)
  }
}

/** Allocates the units of an order and subtracts them from `free`; undefined if a product is short. */
function allocateFrom(
  free: Map<number, FreeUnits[]>,
  { units, magasinId }: Order,
  refusesUntracked: boolean,
): Units[] | undefined {
  const rowsOf = ({ productId }: { productId: number }) => free.get(productId) ?? []
  const { taken, short } = allocate(units, units.flatMap(rowsOf), { only: magasinId, refusesUntracked })
  if (short.length > 0) return undefined
  for (const line of taken)
    for (const row of rowsOf(line)) if (row.storeId === line.storeId) row.libre -= line.quantite
  return taken
}

const isUntrackedRefused = ({ settings }: LogisticsPlatform) => settings.untrackedStock === 'refuse'

const describeShortfall = ({ productId, quantite, libre }: Shortfall) =>
  libre === undefined
    ? `Stock inconnu pour le produit ${productId} : ${quantite} demandé(s)`
    : `Stock insuffisant pour le produit ${productId} : ${quantite} demandé(s), ${libre} disponible(s)`

/** `magasinId` is the only store that was considered. */
function shortageOf(short: readonly Shortfall[], magasinId?: number) {
  const where = magasinId === undefined ? '' : ` (magasin ${magasinId})`
  return new Problem(409, 'stock-insuffisant', short.map(describeShortfall).join(' ; ') + where)
}

/** Ends up to `limit` expired reservations, of some products or of any, and returns their number. */
const expire = (platform: LogisticsPlatform, limit: number, productIds?: number[]) =>
  platform.db.transaction(async tx => {
    const { ended, crossed } = await expireReservations(tx, platform.clock.now(), limit, productIds)
    await announceAvailability(tx, platform, crossed)
    return ended
  })

const BATCH = 200

/** Ends expired reservations, one batch per transaction, so that no stock stays locked for long. */
export async function sweepReservations(platform: LogisticsPlatform) {
  while ((await expire(platform, BATCH)) === BATCH);
}
