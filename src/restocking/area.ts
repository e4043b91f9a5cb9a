import { defineArea } from '../platform/area.ts'
import { purchasingAt } from './purchasing.ts'
import { restockingRoutes } from './routes.ts'
import { RestockingSettings } from './settings.ts'

/** Restocking requests, read from the purchasing application. */
export const restocking = defineArea({
  name: 'restocking',
  calls: [],
  settings: RestockingSettings,
  open: ({ settings, log }) => ({ routes: restockingRoutes(purchasingAt(settings, log)) }),
})
