import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { Database } from '../../platform/database/database.ts'
import { allowOnlyStores } from '../../platform/http/stores.ts'
import { problems } from '../../platform/problem.ts'
import type { OrdersPlatform } from '../peers.ts'
import { FIRST_STATUS, OrderAnswer, OrderRef } from '../schemas.ts'
import { getOrder } from '../store/orders.ts'
import type { Order } from '../tables.ts'
import { changeInternalNote, updateStatus } from './change-status.ts'
import { InternalNote, StatusChange, StatusHistory } from './schemas.ts'
import { listStatusChanges } from './store.ts'

export const statusRoutes: FastifyPluginAsyncTypebox<OrdersPlatform> = async (app, platform) => {
  app.patch('/api/commandes/:ordreId/statut', {
    config: {
      access: 'staff',
      rights: ['warehouse', 'support'],
      stores: 'record',
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
    handler: request => {
      const { params, body } = request
      return updateStatus(platform, request, params.ordreId, {
        ...body,
        ...(body.nouveauStatut === 'ANNULEE' && { annuleePar: 'boutique' as const }),
      })
    },
  })

  app.patch('/api/v1/privee/commandes/:ordreId', {
    config: {
      access: 'internal',
      rights: ['support', 'warehouse', 'till'],
      stores: 'record',
      errors: ['commande-inconnue', 'change-entre-temps'],
    },
    schema: {
      operationId: 'changeOrderNote',
      summary: 'Change the internal note of an order',
      description:
        'Shoppers cannot read the note. `noteActuelle` makes the change depend on the current one.',
      params: OrderRef,
      body: InternalNote,
      response: { 200: InternalNote, ...problems(400, 404, 409) },
    },
    handler: request => changeInternalNote(platform, request, request.params.ordreId, request.body),
  })

  app.get('/api/v1/publique/commandes/:ordreId/statuts', {
    config: {
      access: 'customer',
      rights: ['shop', 'till', 'warehouse', 'support'],
      stores: 'record',
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
    handler: async request => {
      const { params, caller } = request
      const order = await getOrder(platform.db, params.ordreId)
      allowOnlyStores(request, order.magasins)
      // When no keys are configured, no caller is identified as staff: notes are then shown in the order's file only.
      const forStaff = caller.agent !== undefined && caller.may('warehouse', 'support')
      return readHistory(platform.db, order, { forStaff })
    },
  })
}

/** Returns the statuses of an order since its creation, with notes if `forStaff`. */
export async function readHistory(
  db: Database,
  { ordreId, createdAt }: Pick<Order, 'ordreId' | 'createdAt'>,
  { forStaff }: { forStaff: boolean },
): Promise<StatusHistory> {
  const changes = await listStatusChanges(db, ordreId)
  const unset = { trackingNumber: null, commentaire: null, noteInterne: null, annuleePar: null }
  const history: StatusHistory = [{ statut: FIRST_STATUS, ...unset, createdAt }, ...changes]
  return forStaff ? history : history.map(({ noteInterne, ...shown }) => shown)
}
