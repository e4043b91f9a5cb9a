import type { AreaParts, Platform } from '../platform/area.ts'
import { loyaltyRoutes } from './clients/routes.ts'
import { clientImportRoute } from './imports/import-clients.ts'
import { pointConsumers } from './points/consumers.ts'
import { pointRoutes } from './points/routes.ts'

export const open = (platform: Platform<'accounts' | 'orders'>): AreaParts => ({
  routes: async app => {
    await loyaltyRoutes(app, platform)
    await pointRoutes(app, platform)
    await app.register(clientImportRoute(platform))
  },
  consumers: pointConsumers(platform),
})
