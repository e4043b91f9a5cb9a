import { orderConfirmed, purchaseRefunded } from '../orders/contract.ts'
import type { AreaParts } from '../platform/area.ts'
import { batchConsumer, consumer } from '../platform/events/event.ts'
import { addRoutes } from '../platform/http/add-routes.ts'
import type { PurchasesPlatform } from './peers.ts'
import { purchaseRoutes } from './reading/routes.ts'
import { prepareOrders, recordOrders, removeOrder } from './recording/record-orders.ts'
import { preparePurchases, purchaseRecorded, recordPurchases } from './recording/record-purchases.ts'
import { privateRoutes } from './routes.ts'

export const open = (platform: PurchasesPlatform): AreaParts => ({
  routes: async app => {
    await addRoutes(app, platform, purchaseRoutes, privateRoutes)
  },
  consumers: [
    batchConsumer(orderConfirmed, {
      size: 100,
      idempotent: true,
      prepare: orders => prepareOrders(platform, orders),
      handle: (tx, orders) => recordOrders(tx, platform, orders),
    }),
    consumer(purchaseRefunded, {
      idempotent: true,
      handle: (tx, refund) => removeOrder(tx, platform, refund),
    }),
    batchConsumer(purchaseRecorded, {
      size: 500,
      // The next batch is read and validated while the database processes the current one.
      atOnce: 2,
      idempotent: true,
      prepare: messages => preparePurchases(platform, messages),
      handle: (tx, messages) => recordPurchases(tx, platform, messages),
    }),
  ],
})
