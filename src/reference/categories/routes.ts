import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { Platform } from '../../platform/area.ts'
import { listCategories as operation } from '../contract.ts'
import { listCategories } from './list-categories.ts'

export const categoryRoutes =
  ({ db }: Platform<never>): FastifyPluginAsyncTypebox =>
  async app => {
    app.route({ ...operation, handler: ({ query }) => listCategories(db, query.search) })
  }
