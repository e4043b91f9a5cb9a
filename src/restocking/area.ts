import { defineArea } from '../platform/area.ts'
import { RestockingSettings } from './settings.ts'

/** Restocking requests, read from the purchasing application. */
export const restocking = defineArea({
  name: 'restocking',
  calls: [],
  settings: RestockingSettings,
  open: async platform => ({ routes: (await import('./routes.ts')).restockingRoutes(platform) }),
})
