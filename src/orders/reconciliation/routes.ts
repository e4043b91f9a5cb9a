import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type from 'typebox'
import { problems } from '../../platform/problem.ts'
import { isGuest } from '../customer.ts'
import { issuesInvoices } from '../invoice-settings.ts'
import { paymentOf } from '../payment-state.ts'
import type { OrdersPlatform } from '../peers.ts'
import { ReconciledOrder, Wanted } from './schemas.ts'
import { ordersToReconcile, type ReconciledRow } from './store.ts'

export const reconciliationRoutes =
  ({ db, settings }: Pick<OrdersPlatform, 'db' | 'settings'>): FastifyPluginAsyncTypebox =>
  async app => {
    app.post(
      '/api/v1/privee/rapprochements-commandes',
      {
        config: { access: 'internal', rights: ['support'] },
        schema: {
          operationId: 'reconcileOrders',
          summary:
            'Orders as far as other areas have something of them: those named, else those after one of them',
          body: Wanted,
          response: { 200: Type.Array(ReconciledOrder), ...problems(400) },
        },
      },
      async ({ body: { ids, after = '', limit = 500 } }) =>
        (await ordersToReconcile(db, ids ? { ids } : { after, limit })).map(row =>
          answerOf(row, issuesInvoices(settings)),
        ),
    )
  }

function answerOf({ facturesDepuis, ...row }: ReconciledRow, invoicing: boolean) {
  const { confirmeeLe, montantTotalCents, clientId, paiement, lignes } = row
  // Those of before the first invoice were confirmed while none were issued, or theirs are too old to be kept.
  const since = facturesDepuis !== null && confirmeeLe !== null && confirmeeLe >= facturesDepuis
  return {
    ...row,
    invite: isGuest(clientId),
    paiement: paymentOf(paiement),
    lignes: lignes.map(({ articleId, quantite }) => ({ articleId, quantite })),
    factureAttendue: invoicing && since && montantTotalCents > 0,
  }
}
