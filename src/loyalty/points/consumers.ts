import { type OrderDelivered, orderDelivered, orderPaidLate, orderRefunded } from '../../orders/contract.ts'
import type { Platform } from '../../platform/area.ts'
import type { Tx } from '../../platform/database/database.ts'
import { consumer } from '../../platform/events/event.ts'
import { awardPoints, type Earning } from './award-points.ts'
import { earningOrder } from './earning-order.ts'

/** What is told of orders that earn points: a delivery begins them, a payment raises them, a refund takes them back. */
export function pointConsumers(platform: Platform<'accounts' | 'orders'>) {
  const paid = ({ ordreId, clientId, montantTotalCents: payeCents }: OrderDelivered) =>
    earningOrder(platform, { ordreId, clientId, payeCents })
  const award =
    ({ delivered }: { delivered: boolean }) =>
    async (tx: Tx, _message: unknown, order: Earning | undefined) =>
      order && awardPoints(tx, platform.clock, order, { delivered })

  return [
    consumer(orderDelivered, {
      key: ({ ordreId }) => ordreId,
      prepare: paid,
      handle: award({ delivered: true }),
    }),
    consumer(orderPaidLate, {
      key: ({ ordreId }) => ordreId,
      prepare: paid,
      handle: award({ delivered: false }),
    }),
    consumer(orderRefunded, {
      key: ({ remboursementId }) => remboursementId,
      prepare: ({ ordreId, clientId, resteCents: plafondCents }) =>
        earningOrder(platform, { ordreId, clientId, payeCents: 0, plafondCents }),
      handle: award({ delivered: false }),
    }),
  ]
}
