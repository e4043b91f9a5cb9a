import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { Platform } from '../../platform/area.ts'
import { readEarnedPoints } from '../contract.ts'
import { pointsEarnedBy } from './store.ts'

export const pointRoutes =
  ({ db }: Platform<never>): FastifyPluginAsyncTypebox =>
  async app => {
    app.route({
      ...readEarnedPoints,
      handler: ({ query }) => pointsEarnedBy(db, query.acheteurs.split(',')),
    })
  }
