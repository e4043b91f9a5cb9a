import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type from 'typebox'
import { problems } from '../../platform/problem.ts'
import { isGuest } from '../customer.ts'
import { issuesInvoices } from '../invoice-settings.ts'
import type { OrdersPlatform } from '../peers.ts'
import { paymentOf } from '../tables.ts'
import { ReconciledOrder } from './schemas.ts'
import { listOrdersToReconcile, type ReconciledRow } from './store.ts'

const ReconciliationRequest = Type.Object({
  ids: Type.Optional(Type.Array(Type.String({ maxLength: 100 }), { minItems: 1, maxItems: 500 })),
  after: Type.Optional(Type.String({ maxLength: 100 })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500 })),
})

export const reconciliationRoutes: FastifyPluginAsyncTypebox<OrdersPlatform> = async (
  app,
  { db, settings },
) => {
  app.post('/api/v1/privee/rapprochements-commandes', {
    config: { access: 'internal', rights: ['support'] },
    schema: {
      operationId: 'reconcileOrders',
      summary: 'Reconcile orders',
      description: 'Lists the requested orders, or those after a given one, to compare with other areas.',
      body: ReconciliationRequest,
      response: { 200: Type.Array(ReconciledOrder), ...problems(400) },
    },
    handler: async ({ body: { ids, after = '', limit = 500 } }) =>
      (await listOrdersToReconcile(db, ids ? { ids } : { after, limit })).map(row =>
        answerOf(row, issuesInvoices(settings)),
      ),
  })
}

function answerOf({ facturesDepuis, livraisonCents, ...row }: ReconciledRow, invoicing: boolean) {
  const { confirmeeLe, montantTotalCents, clientId, paiement } = row
  // An order confirmed before the oldest invoice needs none: invoices were off, or its invoice is past retention.
  const since = facturesDepuis !== null && confirmeeLe !== null && confirmeeLe >= facturesDepuis
  return {
    ...row,
    ...(livraisonCents !== null && { livraisonCents }),
    invite: isGuest(clientId),
    paiement: paymentOf(paiement),
    factureAttendue: invoicing && since && montantTotalCents > 0,
  }
}
