import { defineArea } from '../platform/area.ts'
import { purchasingAt } from './purchasing.ts'
import { restockingRoutes } from './routes.ts'

/** Restocking requests, read from the purchasing application. */
export const restocking = defineArea({
  name: 'restocking',
  calls: [],
  open: ({ config, log }) => ({ routes: restockingRoutes(purchasingAt(config.purchasingUrl, log)) }),
})
