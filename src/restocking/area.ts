import { defineArea } from '../platform/area.ts'
import { RestockingSettings } from './settings.ts'

/** Restocking requests, read from the purchasing application. */
export const restocking = defineArea({
  name: 'restocking',
  calls: [],
  settings: RestockingSettings,
  open: async ({ settings, log }) => {
    const { createRestockingReader } = await import('./purchasing.ts')
    const { restockingRoutes } = await import('./routes.ts')
    const listRestockings = createRestockingReader(settings, log)
    return { routes: app => restockingRoutes(app, { listRestockings }) }
  },
})
