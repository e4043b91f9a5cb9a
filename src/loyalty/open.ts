import type { AreaParts, Platform } from '../platform/area.ts'
import { loyaltyRoutes } from './clients/routes.ts'
import { createClientFileImports, createClientImportRoute } from './imports/import-clients.ts'
import { createPointConsumers } from './points/consumers.ts'
import { pointRoutes } from './points/routes.ts'

export const open = (platform: Platform<'accounts' | 'orders'>): AreaParts => {
  const imports = createClientFileImports(platform)
  return {
    routes: async app => {
      await loyaltyRoutes(app, platform)
      await pointRoutes(app, platform)
      await app.register(createClientImportRoute(platform))
      await app.register(imports.routes)
    },
    consumers: createPointConsumers(platform),
    jobs: [imports.job],
  }
}
