import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { Database } from '../../platform/database/database.ts'
import { problems } from '../../platform/problem.ts'
import type { OrdersPlatform } from '../peers.ts'
import { FIRST_STATUS, OrderAnswer, OrderRef } from '../schemas.ts'
import { getOrder } from '../store/orders.ts'
import { updateStatus } from './change-status.ts'
import { StatusChange, StatusHistory } from './schemas.ts'
import { listStatusChanges } from './store.ts'

export const statusRoutes: FastifyPluginAsyncTypebox<OrdersPlatform> = async (app, platform) => {
  app.patch('/api/commandes/:ordreId/statut', {
    config: {
      access: 'staff',
      rights: ['warehouse', 'support'],
      errors: ['commande-inconnue', 'change-entre-temps'],
    },
    schema: {
      operationId: 'changeOrderStatus',
      summary: 'Change the status of an order',
      description:
        'Any status may be set, even an earlier one; `statutActuel` makes the change depend on the current one. The customer is informed by mail where the status requires one.',
      params: OrderRef,
      body: StatusChange,
      response: { 200: OrderAnswer, ...problems(400, 404, 409) },
    },
    handler: ({ params, body }) =>
      updateStatus(platform, params.ordreId, {
        ...body,
        ...(body.nouveauStatut === 'ANNULEE' && { annuleePar: 'boutique' as const }),
      }),
  })

  app.get('/api/v1/publique/commandes/:ordreId/statuts', {
    config: {
      access: 'customer',
      rights: ['shop', 'till', 'warehouse', 'support'],
      addressIsCredential: true,
      errors: ['commande-inconnue'],
    },
    schema: {
      operationId: 'listOrderStatuses',
      summary: 'List the statuses of an order',
      description: 'Lists each status with its tracking number and comment, oldest first.',
      params: OrderRef,
      response: { 200: StatusHistory, ...problems(404) },
    },
    handler: ({ params: { ordreId }, caller }) =>
      // When no keys are configured, no caller is identified as staff: notes are then shown in the order's file only.
      readHistory(platform.db, ordreId, {
        forStaff: caller.agent !== undefined && caller.may('warehouse', 'support'),
      }),
  })
}

/** Returns the statuses of an order since its creation, with notes if `forStaff`. Throws 404 for an unknown order. */
export async function readHistory(
  db: Database,
  ordreId: string,
  { forStaff }: { forStaff: boolean },
): Promise<StatusHistory> {
  const [{ createdAt }, changes] = await Promise.all([getOrder(db, ordreId), listStatusChanges(db, ordreId)])
  const unset = { trackingNumber: null, commentaire: null, noteInterne: null, annuleePar: null }
  const history: StatusHistory = [{ statut: FIRST_STATUS, ...unset, createdAt }, ...changes]
  return forStaff ? history : history.map(({ noteInterne, ...shown }) => shown)
}
