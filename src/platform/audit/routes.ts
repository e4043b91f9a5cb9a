import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { DatabasePool } from '../database/database.ts'
import { parsePeriod } from '../moment.ts'
import type { Peers } from '../peers/peers.ts'
import { defineAuditTrailOperation } from './operations.ts'
import { listNewestEntries } from './store.ts'

/** An area with an audit trail, in this process or another. */
export type Trail = { name: string; ask: Peers['ask'] }

/** The route for the audit trail of an area. */
export const auditTrailRoute: FastifyPluginAsyncTypebox<{ area: string; db: DatabasePool }> = async (
  app,
  { area, db },
) => {
  app.route({
    ...defineAuditTrailOperation(area),
    handler: async ({ query }) => {
      const { limit, auteur, recherche, operation, enregistrement } = query
      const filter = { auteur, recherche, operation, enregistrement, ...parsePeriod(query) }
      return listNewestEntries(db, area, filter, limit)
    },
  })
}
