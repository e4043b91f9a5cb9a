import type { AreaParts, Platform } from '../platform/area.ts'
import { addRoutes } from '../platform/http/add-routes.ts'
import { nextMidnight } from '../platform/jobs/job.ts'
import { createReferenceImports } from './imports/routes.ts'
import { recordReadRoutes, relationListRoutes } from './lists/routes.ts'
import { pictureRoutes } from './pictures/routes.ts'
import { deleteUnusedPictures } from './pictures/uses.ts'
import { pruneOldPrices } from './products/prices.ts'
import { productRoutes } from './products/routes.ts'
import { batchRoutes } from './records/batch-routes.ts'
import { recordWriteRoutes } from './records/routes.ts'
import { relationRoutes } from './relations/routes.ts'
import { resources } from './resources.ts'

export function open(platform: Platform<never>): AreaParts {
  const imports = createReferenceImports(platform)
  return {
    routes: async app => {
      for (const resource of resources)
        await addRoutes(app, { ...platform, resource }, recordReadRoutes, recordWriteRoutes, batchRoutes)
      await addRoutes(
        app,
        platform,
        productRoutes,
        relationListRoutes,
        relationRoutes,
        pictureRoutes,
        imports.routes,
      )
    },
    jobs: [imports.job],
    schedules: [
      { name: 'reference.prune-prices', next: nextMidnight, run: () => pruneOldPrices(platform) },
      { name: 'reference.delete-pictures', next: nextMidnight, run: () => deleteUnusedPictures(platform) },
    ],
  }
}
