import Type, { type Static } from 'typebox'
import { Nullable, Timestamp } from '../../platform/http/pages.ts'
import { OrderStatus } from '../schemas.ts'
import { PAYMENT_STATES } from '../tables.ts'

export const ReconciledOrder = Type.Object({
  ordreId: Type.String(),
  statut: OrderStatus,
  clientId: Type.String(),
  invite: Type.Boolean({
    description: 'Whether the customer is a guest, without points and purchase history',
  }),
  livraison: Type.Enum(['domicile', 'retrait']),
  montantTotalCents: Type.Integer(),
  livraisonCents: Type.Optional(
    Type.Integer({ description: 'Price of delivery, contained in the total; absent without a method' }),
  ),
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
  factureAttendue: Type.Boolean({
    description:
      'Whether an invoice is due: the order is not free and was confirmed after the shop began to issue invoices',
  }),
  factureCents: Nullable(Type.Integer()),
  avoirsCents: Type.Integer(),
  codesTenus: Type.Integer({ description: 'Number of promotion codes of which the order holds a use' }),
  codesAttendus: Nullable(
    Type.Integer({
      description:
        'Expected number: none once cancelled, all that were applied once paid; null: either is correct',
    }),
  ),
})
export type ReconciledOrder = Static<typeof ReconciledOrder>
