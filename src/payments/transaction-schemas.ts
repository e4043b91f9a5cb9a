import Type, { type Static } from 'typebox'
import { Id, LastMoment, Limit, Moment, Nullable, Page, Shape, Timestamp } from '../platform/http/pages.ts'
import { AuthorizationId, Status } from './schemas.ts'
import { CARD, CASH, DISPUTE_STATES, REFUND, REFUNDED, STATUSES } from './tables.ts'

const summary = {
  id: Type.Integer(),
  montant: Type.Number({ description: 'Decimal euros' }),
  devise: Type.String(),
  status: Status,
  typePaiement: Type.String({ examples: ['achat', REFUND] }),
  createdAt: Timestamp,
  orderId: Nullable(Type.String()),
  transactionRembourseeId: Nullable(
    Type.Integer({ description: 'For a refund: id of the refunded payment' }),
  ),
}

const Dispute = Nullable(
  Type.Enum([...DISPUTE_STATES], {
    description: "State of the payment's dispute at its provider; null without one",
  }),
)

export const TransactionSummary = Shape('ResumeTransaction', summary)

export const TransactionDetail = Shape('Transaction', {
  ...summary,
  clientId: Nullable(Type.String()),
  authorizationId: AuthorizationId,
  moyenPaiement: Type.Object({
    type: Type.Enum([CARD, CASH]),
    brand: Nullable(Type.String()),
    last4: Nullable(Type.String({ description: 'Last four digits of the card number' })),
  }),
  montantRembourse: Type.Number({ description: 'Decimal euros' }),
  motif: Nullable(Type.String({ description: 'For a refund: its reason' })),
  source: Nullable(Type.String({ description: 'For a refund: application that requested it' })),
  litige: Dispute,
  provider: Type.Optional(
    Nullable(Type.String({ description: 'Payment provider that charged the card; null for cash' })),
  ),
  updatedAt: Timestamp,
})

export const TransactionRef = Type.Object({ id: Id })

export const TransactionStatus = Shape('StatutDeTransaction', {
  transactionId: Type.Integer(),
  authorizationId: AuthorizationId,
  status: Status,
  orderId: Nullable(Type.String()),
  updatedAt: Timestamp,
})

export const TransactionQuery = Type.Object({
  page: Page(),
  limit: Limit(20),
  status: Type.Optional(Status),
  orderId: Type.Optional(Type.String({ maxLength: 100, keepEmpty: true })),
  clientId: Type.Optional(Type.String({ maxLength: 50, keepEmpty: true })),
  dateFrom: Type.Optional(Moment()),
  dateTo: Type.Optional(LastMoment()),
  nature: Type.Optional(
    Type.Enum(['paiement', 'remboursement'], { description: 'Only payments, or only refunds' }),
  ),
  sort: Type.Enum(['createdAt', '-createdAt'], { default: 'createdAt' }),
})
export type TransactionQuery = Static<typeof TransactionQuery>

export const ReconciledPayment = Type.Object({
  id: Type.Integer(),
  orderId: Nullable(Type.String()),
  status: Status,
  montantCents: Type.Integer(),
  montantRembourseCents: Type.Integer(),
  remboursements: Type.Integer(),
  remboursementsCents: Type.Integer(),
  remboursementsEchoues: Type.Integer({ description: 'Number of refunds that failed at the provider' }),
  litige: Dispute,
  annonces: Type.Array(Type.Enum([...STATUSES, REFUNDED]), {
    description: 'Published statuses, in chronological order',
  }),
  createdAt: Timestamp,
  updatedAt: Timestamp,
})
export type ReconciledPayment = Static<typeof ReconciledPayment>
