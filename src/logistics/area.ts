import { defineArea } from '../platform/area.ts'
import { consumer } from '../platform/events/event.ts'
import { every } from '../platform/jobs/job.ts'
import { OrderToPrepare } from './events.ts'
import { importRoute } from './import-route.ts'
import { personalData } from './personal-data.ts'
import { prepareOrder } from './prepare-order.ts'
import { reservationRoutes } from './reservation-routes.ts'
import { slipRoutes } from './slip-routes.ts'
import { stockRoutes } from './stock-routes.ts'
import { sweep } from './sweep.ts'

/** Stocks: what each store has, what is promised to orders, and the slips that goods leave with. */
export const logistics = defineArea({
  name: 'logistics',
  migrations: new URL('./migrations/', import.meta.url),
  calls: ['reference'],
  open: platform => ({
    routes: async app => {
      await app.register(stockRoutes(platform))
      await app.register(importRoute(platform))
      await app.register(reservationRoutes(platform))
      await app.register(slipRoutes(platform))
    },
    personalData,
    consumers: [
      consumer(OrderToPrepare, {
        key: order => order.ordreId,
        handle: (tx, order) => prepareOrder(tx, platform.clock, order),
      }),
    ],
    schedules: [{ name: 'logistics.sweep', next: every(1 / 6), run: () => sweep(platform) }],
  }),
})
