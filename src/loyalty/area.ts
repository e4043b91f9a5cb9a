import { orderDelivered, orderPaidLate, orderRefunded } from '../orders/contract.ts'
import { defineArea } from '../platform/area.ts'
import { consumer } from '../platform/events/event.ts'
import { loyaltyRoutes } from './clients/routes.ts'
import { clientImportRoute } from './imports/import-clients.ts'
import { earningOrder } from './peers.ts'
import { personalData } from './personal-data.ts'
import { awardPoints } from './points/award-points.ts'
import { reconciliationRoutes } from './reconciliation/routes.ts'

/** Loyalty customers: who they are, their points and level. */
export const loyalty = defineArea({
  name: 'loyalty',
  migrations: new URL('./migrations/', import.meta.url),
  calls: ['accounts', 'orders'],
  personalData: { open: ({ clock }) => personalData(clock) },
  open: platform => ({
    routes: async app => {
      await app.register(loyaltyRoutes(platform))
      await app.register(clientImportRoute(platform))
      await app.register(reconciliationRoutes(platform))
    },
    consumers: [
      consumer(orderDelivered, {
        key: order => order.ordreId,
        prepare: ({ montantTotalCents: payeCents, ...order }) =>
          earningOrder(platform, { ...order, payeCents }),
        handle: async (tx, _message, order) =>
          order && awardPoints(tx, platform.clock, order, { delivered: true }),
      }),
      consumer(orderPaidLate, {
        key: order => order.ordreId,
        prepare: ({ montantTotalCents: payeCents, ...order }) =>
          earningOrder(platform, { ...order, payeCents }),
        handle: async (tx, _message, order) =>
          order && awardPoints(tx, platform.clock, order, { delivered: false }),
      }),
      consumer(orderRefunded, {
        key: refund => refund.remboursementId,
        prepare: ({ resteCents: plafondCents, ...refund }) =>
          earningOrder(platform, { ...refund, payeCents: 0, plafondCents }),
        handle: async (tx, _message, order) =>
          order && awardPoints(tx, platform.clock, order, { delivered: false }),
      }),
    ],
  }),
})
