import type { AreaParts, Platform } from '../platform/area.ts'
import { importRoutes, referenceImports } from './imports/routes.ts'
import { listRoutes, relationListRoutes } from './lists/routes.ts'
import { productRoutes } from './products/routes.ts'
import { batchRoutes } from './records/batch-routes.ts'
import { recordRoutes } from './records/routes.ts'
import { relationRoutes } from './relations/routes.ts'
import { resources } from './resources.ts'

export function open(platform: Platform<never>): AreaParts {
  const runs = referenceImports(platform)
  return {
    routes: async app => {
      for (const resource of resources) {
        await app.register(listRoutes(platform, resource))
        await app.register(recordRoutes(platform, resource))
        await app.register(batchRoutes(platform, resource))
      }
      await app.register(productRoutes(platform))
      await app.register(relationListRoutes(platform))
      await app.register(relationRoutes(platform))
      await app.register(importRoutes(platform, runs))
    },
    jobs: [runs.job],
  }
}
