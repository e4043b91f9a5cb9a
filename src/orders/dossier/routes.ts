import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { problems } from '../../platform/problem.ts'
import type { OrdersPlatform } from '../peers.ts'
import { OrderRef } from '../schemas.ts'
import { readDossier } from './read-dossier.ts'
import { OrderFile } from './schemas.ts'

/** What staff work with: one order, whole. */
export const dossierRoute =
  ({ db }: Pick<OrdersPlatform, 'db'>): FastifyPluginAsyncTypebox =>
  async app => {
    app.get(
      '/api/v1/privee/commandes/:ordreId/dossier',
      {
        config: { access: 'internal', rights: ['support', 'warehouse', 'till'] },
        schema: {
          operationId: 'readOrderFile',
          summary: 'An order with its lines, statuses, refunds, returns, invoice and credit notes',
          params: OrderRef,
          response: { 200: OrderFile, ...problems(404) },
        },
      },
      async ({ params: { ordreId } }, reply) => {
        reply.header('cache-control', 'no-store')
        return readDossier(db, ordreId)
      },
    )
  }
