import type { AreaParts, Platform } from '../platform/area.ts'
import { loyaltyRoutes } from './clients/routes.ts'
import { createClientImportRoute } from './imports/import-clients.ts'
import { createPointConsumers } from './points/consumers.ts'
import { pointRoutes } from './points/routes.ts'

export const open = (platform: Platform<'accounts' | 'orders'>): AreaParts => ({
  routes: async app => {
    await loyaltyRoutes(app, platform)
    await pointRoutes(app, platform)
    await app.register(createClientImportRoute(platform))
  },
  consumers: createPointConsumers(platform),
})
