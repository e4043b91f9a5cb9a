import type { AreaParts, Platform } from '../platform/area.ts'
import { addRoutes } from '../platform/http/add-routes.ts'
import { importRoutes, referenceImports } from './imports/routes.ts'
import { recordReadRoutes, relationListRoutes } from './lists/routes.ts'
import { productRoutes } from './products/routes.ts'
import { batchRoutes } from './records/batch-routes.ts'
import { recordWriteRoutes } from './records/routes.ts'
import { relationRoutes } from './relations/routes.ts'
import { resources } from './resources.ts'

export function open(platform: Platform<never>): AreaParts {
  const runs = referenceImports(platform)
  return {
    routes: async app => {
      for (const resource of resources) {
        await addRoutes(
          app,
          {},
          recordReadRoutes(platform, resource),
          recordWriteRoutes(platform, resource),
          batchRoutes(platform, resource),
        )
      }
      await addRoutes(
        app,
        {},
        productRoutes(platform),
        relationListRoutes(platform),
        relationRoutes(platform),
      )
      await app.register(importRoutes(platform, runs))
    },
    jobs: [runs.job],
  }
}
