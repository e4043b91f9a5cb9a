import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type from 'typebox'
import type { Platform } from '../../platform/area.ts'
import { Nullable, Timestamp } from '../../platform/http/pages.ts'
import { problems } from '../../platform/http/problem.ts'
import { OrderStatus } from '../schemas.ts'
import { ordersToReconcile } from './store.ts'

const Wanted = Type.Object({
  ids: Type.Optional(Type.Array(Type.String({ maxLength: 100 }), { minItems: 1, maxItems: 500 })),
  after: Type.Optional(Type.String({ maxLength: 100 })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500 })),
})

const ReconciledOrder = Type.Object({
  ordreId: Type.String(),
  statut: OrderStatus,
  montantTotalCents: Type.Integer(),
  transactionId: Nullable(Type.String()),
  confirmeeLe: Nullable(Timestamp),
})

export const reconciliationRoutes =
  ({ db }: Pick<Platform, 'db'>): FastifyPluginAsyncTypebox =>
  async app => {
    app.post(
      '/api/v1/privee/rapprochements-commandes',
      {
        config: { access: 'internal', rights: ['support'] },
        schema: {
          operationId: 'reconcileOrders',
          summary:
            'Orders as far as payments concern them: those named, else the paid ones after one of them',
          body: Wanted,
          response: { 200: Type.Array(ReconciledOrder), ...problems(400) },
        },
      },
      ({ body: { ids, after = '', limit = 500 } }) => ordersToReconcile(db, ids ? { ids } : { after, limit }),
    )
  }
