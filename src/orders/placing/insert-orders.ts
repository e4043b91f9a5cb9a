import { createBatcher } from '../../platform/database/batcher.ts'
import type { Tx } from '../../platform/database/database.ts'
import { Problem } from '../../platform/problem.ts'
import { refuseCode } from '../codes/refuse-code.ts'
import { admitUses, insertUsesOfOrders } from '../codes/take-uses.ts'
import type { InsertOrder } from '../context.ts'
import { markUsed } from '../delivery/store.ts'
import type { OrdersPlatform } from '../peers.ts'
import {
  countUnpaidByNetwork,
  insertOrders,
  lockNetworks,
  type NewOrder,
  ordersTotal,
} from '../store/orders.ts'
import { insertFreePayments } from '../store/payments.ts'

type Placed = Parameters<InsertOrder>[0]

/**
 * Returns a function that inserts an order. Concurrent orders share one transaction, and thus one wait for the disk;
 * if it fails because of one of them, each is inserted alone. The function returns false if the promotions have
 * changed, and throws a 429 if the order's network has reached its limit of unpaid orders, a 422 if no use of a code is
 * left.
 */
export function createInsertOrder({ db, clock, counts, outbox, settings }: OrdersPlatform): InsertOrder {
  const insertBatched = createBatcher((placed: Placed[]) =>
    db.transaction(async tx => {
      const refusals = await limitErrors(tx, placed)
      const allowed = placed.filter((_, i) => !refusals[i])
      const refusedCodes = await findRefusedCodes(tx, allowed)
      const admitted = allowed.filter(each => !refusedCodes.has(each))
      const used = new Set(admitted.flatMap(({ order }) => order.conditionsLivraison?.code ?? []))
      if (used.size > 0) await markUsed(tx, [...used])
      const insertedIds = await insertOrders(tx, admitted)
      const isInserted = ({ order }: NewOrder) => insertedIds.has(order.ordreId)
      const inserted = admitted.filter(isInserted)
      // An order that took the last use was not inserted after all: the refused one tries again.
      if (inserted.length < admitted.length) refusedCodes.clear()
      const events = inserted.flatMap(each => each.events)
      const free = inserted.flatMap(({ order }) => (order.confirmeeLe ? [order] : []))
      counts.committed(tx, ordersTotal, { value: 'placed', by: inserted.length })
      counts.committed(tx, ordersTotal, { value: 'confirmed', by: free.length })
      await Promise.all([
        insertUsesOfOrders(
          tx,
          inserted.map(({ order }) => order),
        ),
        outbox.publishAll(tx, events),
        ...(free.length > 0 ? [insertFreePayments(tx, free)] : []),
        ...inserted.map(({ finish }) => finish(tx)),
      ])
      return placed.map((each, i) => refusals[i] ?? refusedCodes.get(each) ?? isInserted(each))
    }),
  )

  /**
   * Returns the error of each order that exceeds its network's limit, undefined for the others; an empty array if no
   * order has a network. Locks the networks, so that concurrent transactions count one after another.
   */
  async function limitErrors(tx: Tx, placed: readonly Placed[]): Promise<(Problem | undefined)[]> {
    const networks = [...new Set(placed.flatMap(({ order }) => order.reseau ?? []))]
    if (networks.length === 0) return []
    await lockNetworks(tx, networks)
    const now = clock.now()
    const unpaidCounts = await countUnpaidByNetwork(tx, networks, now)
    const counts = new Map(unpaidCounts.map(({ reseau, unpaid }) => [reseau, unpaid]))
    return placed.map(({ order: { reseau, reserveeJusque } }) => {
      if (reseau === null) return undefined
      const unpaid = counts.get(reseau) ?? 0
      counts.set(reseau, unpaid + 1)
      if (unpaid < settings.unpaidOrders) return undefined
      const first = unpaidCounts.find(each => each.reseau === reseau)?.first ?? reserveeJusque ?? now
      const seconds = (clock.toReal(first).getTime() - clock.toReal(now).getTime()) / 1_000
      return new Problem(
        429,
        'trop-de-commandes',
        'Trop de commandes attendent leur paiement : payez-en une, ou réessayez plus tard',
        { retryAfterSeconds: Math.max(1, Math.ceil(seconds)) },
      )
    })
  }

  /** Returns the errors of the orders that get no use of one of their codes. Locks the codes. */
  async function findRefusedCodes(tx: Tx, placed: readonly Placed[]): Promise<Map<Placed, Problem>> {
    const takers = placed.map(({ order: { codes }, clientIds }) => ({ codes, clientIds }))
    const refusals = new Map<Placed, Problem>()
    for (const [i, refused] of (await admitUses(tx, takers, clock.now())).entries())
      if (placed[i] && refused) refusals.set(placed[i], refuseCode(422, refused.code, refused.statut))
    return refusals
  }

  return async placed => {
    const inserted = await insertBatched(placed)
    if (inserted instanceof Problem) throw inserted
    return inserted
  }
}
