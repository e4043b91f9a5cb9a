import { defineArea } from '../platform/area.ts'
import { consumer } from '../platform/events/event.ts'
import { OrderHistory, PurchaseRecorded } from './events.ts'
import { personalData } from './personal-data.ts'
import { privateRoutes } from './private-routes.ts'
import { fingerprintOf, prepareOrder, preparePurchase, recordOrderHistory, recordPurchase } from './record.ts'
import { purchaseRoutes } from './routes.ts'

/** What loyalty customers have bought, wherever they bought it. */
export const purchases = defineArea({
  name: 'purchases',
  migrations: new URL('./migrations/', import.meta.url),
  calls: ['loyalty', 'accounts'],
  open: platform => ({
    routes: async app => {
      await app.register(purchaseRoutes(platform))
      await app.register(privateRoutes(platform))
    },
    personalData: personalData(platform.clock),
    consumers: [
      consumer(OrderHistory, {
        key: order => order.ordreId,
        prepare: order => prepareOrder(platform, order),
        handle: (tx, order, prepared) => recordOrderHistory(tx, platform, order, prepared),
      }),
      consumer(PurchaseRecorded, {
        // Not the sender's message id: other data under the same one is recorded too.
        key: message => `${message.requestId.toLowerCase()} ${fingerprintOf(message)}`,
        prepare: message => preparePurchase(platform, message),
        handle: (tx, message, prepared) => recordPurchase(tx, platform, message, prepared),
      }),
    ],
  }),
})
