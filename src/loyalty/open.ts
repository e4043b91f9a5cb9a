import type { AreaParts, Platform } from '../platform/area.ts'
import { addRoutes } from '../platform/http/add-routes.ts'
import { loyaltyRoutes } from './clients/routes.ts'
import { clientImportRoute } from './imports/import-clients.ts'
import { pointConsumers } from './points/consumers.ts'
import { pointRoutes } from './points/routes.ts'

export const open = (platform: Platform<'accounts' | 'orders'>): AreaParts => ({
  routes: async app => {
    await addRoutes(app, loyaltyRoutes(platform), pointRoutes(platform))
    await app.register(clientImportRoute(platform))
  },
  consumers: pointConsumers(platform),
})
