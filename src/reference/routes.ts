import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { Platform } from '../platform/area.ts'
import type { ImportRuns } from '../platform/imports/runs/import-runs.ts'
import { announcedRoutes } from './announcing/routes.ts'
import { categoryRoutes } from './categories/routes.ts'
import { importRoutes } from './imports/routes.ts'
import { listRoutes } from './lists/routes.ts'
import { productRoutes } from './products/routes.ts'
import { batchRoutes } from './records/batch-routes.ts'
import { recordRoutes } from './records/routes.ts'
import { relationListRoutes } from './relations/list-routes.ts'
import { relationRoutes } from './relations/routes.ts'
import { resources } from './resources.ts'

export const referenceRoutes =
  (platform: Platform<never>, imports: ImportRuns): FastifyPluginAsyncTypebox =>
  async app => {
    for (const resource of resources) {
      await app.register(listRoutes(platform, resource))
      await app.register(recordRoutes(platform, resource))
      await app.register(batchRoutes(platform, resource))
    }
    await app.register(categoryRoutes(platform))
    await app.register(productRoutes(platform))
    await app.register(relationListRoutes(platform))
    await app.register(relationRoutes(platform))
    await app.register(importRoutes(platform, imports))
    await app.register(announcedRoutes(platform))
  }
