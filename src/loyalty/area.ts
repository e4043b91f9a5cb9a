import { defineArea } from '../platform/area.ts'
import { consumer } from '../platform/events/event.ts'
import { awardPoints } from './award-points.ts'
import { OrderDelivered } from './events.ts'
import { loyaltyRoutes } from './routes.ts'

/** Loyalty customers: who they are, their points and level. */
export const loyalty = defineArea({
  name: 'loyalty',
  migrations: new URL('./migrations/', import.meta.url),
  calls: [],
  open: platform => ({
    routes: loyaltyRoutes(platform),
    consumers: [
      consumer(OrderDelivered, {
        key: order => order.ordreId,
        handle: (tx, order) => awardPoints(tx, platform.clock, order),
      }),
    ],
  }),
})
