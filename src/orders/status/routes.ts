import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { problems } from '../../platform/problem.ts'
import type { OrdersPlatform } from '../peers.ts'
import { OrderAnswer, OrderRef } from '../schemas.ts'
import { updateStatus } from './change-status.ts'
import { readHistory } from './read-history.ts'
import { StatusChange, StatusHistory } from './schemas.ts'

export const statusRoutes =
  (platform: OrdersPlatform): FastifyPluginAsyncTypebox =>
  async app => {
    app.patch(
      '/api/commandes/:ordreId/statut',
      {
        config: { access: 'staff', rights: ['warehouse', 'support'] },
        schema: {
          operationId: 'changeOrderStatus',
          summary: 'Change the status of an order',
          params: OrderRef,
          body: StatusChange,
          response: { 200: OrderAnswer, ...problems(400, 404, 409) },
        },
      },
      ({ params, body }) =>
        updateStatus(platform, params.ordreId, {
          ...body,
          ...(body.nouveauStatut === 'ANNULEE' && { annuleePar: 'boutique' as const }),
        }),
    )

    app.get(
      '/api/v1/publique/commandes/:ordreId/statuts',
      {
        config: {
          access: 'customer',
          rights: ['shop', 'till', 'warehouse', 'support'],
          addressIsCredential: true,
        },
        schema: {
          operationId: 'listOrderStatuses',
          summary: 'Every status that an order has had, oldest first, with tracking number and comment',
          params: OrderRef,
          response: { 200: StatusHistory, ...problems(404) },
        },
      },
      ({ params: { ordreId }, caller }) =>
        // Without keys configured nobody shows that they are staff: the order's file has the notes.
        readHistory(platform.db, ordreId, {
          forStaff: caller.agent !== undefined && caller.may('warehouse', 'support'),
        }),
    )
  }
