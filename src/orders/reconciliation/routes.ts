import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type from 'typebox'
import { Nullable, Timestamp } from '../../platform/http/pages.ts'
import { problems } from '../../platform/problem.ts'
import { isGuest } from '../customer.ts'
import { issuesInvoices } from '../invoice-settings.ts'
import type { OrdersPlatform } from '../peers.ts'
import { OrderStatus } from '../schemas.ts'
import { PAYMENT_STATES, paymentOf } from '../tables.ts'
import { ordersToReconcile, type ReconciledRow } from './store.ts'

export const Wanted = Type.Object({
  ids: Type.Optional(Type.Array(Type.String({ maxLength: 100 }), { minItems: 1, maxItems: 500 })),
  after: Type.Optional(Type.String({ maxLength: 100 })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500 })),
})

const ReconciledOrder = Type.Object({
  ordreId: Type.String(),
  statut: OrderStatus,
  clientId: Type.String(),
  invite: Type.Boolean({ description: 'A guest, who has neither points nor a history' }),
  livraison: Type.Enum(['domicile', 'retrait']),
  montantTotalCents: Type.Integer(),
  transactionId: Nullable(Type.String()),
  confirmeeLe: Nullable(Timestamp),
  expedieeLe: Nullable(Timestamp),
  livreeLe: Nullable(Timestamp),
  createdAt: Timestamp,
  changeeLe: Timestamp,
  paiement: Type.Object({
    statut: Type.Enum(PAYMENT_STATES),
    payeCents: Type.Integer(),
    rembourseCents: Type.Integer(),
  }),
  lignes: Type.Array(Type.Object({ articleId: Type.String(), quantite: Type.Integer() })),
  unitesRetournees: Type.Integer(),
  unitesRemisesEnStock: Type.Integer(),
  factureAttendue: Type.Boolean({ description: 'Confirmed since the shop issues invoices, and not free' }),
  factureCents: Nullable(Type.Integer()),
  avoirsCents: Type.Integer(),
})

export const reconciliationRoutes =
  ({ db, settings }: Pick<OrdersPlatform, 'db' | 'settings'>): FastifyPluginAsyncTypebox =>
  async app => {
    app.post('/api/v1/privee/rapprochements-commandes', {
      config: { access: 'internal', rights: ['support'] },
      schema: {
        operationId: 'reconcileOrders',
        summary: 'Reconcile orders',
        description:
          'Lists the orders that are named, or those after a given one, to compare with other areas.',
        body: Wanted,
        response: { 200: Type.Array(ReconciledOrder), ...problems(400) },
      },
      handler: async ({ body: { ids, after = '', limit = 500 } }) =>
        (await ordersToReconcile(db, ids ? { ids } : { after, limit })).map(row =>
          answerOf(row, issuesInvoices(settings)),
        ),
    })
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
