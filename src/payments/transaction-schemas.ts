import Type, { type Static } from 'typebox'
import { Id, LastMoment, Limit, Moment, Nullable, Page, Shape, Timestamp } from '../platform/http/pages.ts'
import { AuthorizationId, Status } from './schemas.ts'
import { CARD, CASH, REFUND } from './tables.ts'

const summary = {
  id: Type.Integer(),
  montant: Type.Number({ description: 'Decimal euros' }),
  devise: Type.String(),
  status: Status,
  typePaiement: Type.String({ examples: ['achat', REFUND] }),
  createdAt: Timestamp,
  orderId: Nullable(Type.String()),
  transactionRembourseeId: Nullable(
    Type.Integer({ description: 'Of a refund: the payment that it gives back' }),
  ),
}

export const TransactionSummary = Shape('ResumeTransaction', summary)

export const TransactionDetail = Shape('Transaction', {
  ...summary,
  clientId: Nullable(Type.String()),
  authorizationId: AuthorizationId,
  moyenPaiement: Type.Object({
    type: Type.Enum([CARD, CASH]),
    brand: Nullable(Type.String()),
    last4: Nullable(Type.String({ description: "The last digits of the card's number" })),
  }),
  montantRembourse: Type.Number({ description: 'Decimal euros' }),
  motif: Nullable(Type.String({ description: 'Of a refund: why' })),
  source: Nullable(Type.String({ description: 'Of a refund: the application that asked for it' })),
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
    Type.Enum(['paiement', 'remboursement'], { description: 'Payments alone, or refunds alone' }),
  ),
  sort: Type.Enum(['createdAt', '-createdAt'], { default: 'createdAt' }),
})
export type TransactionQuery = Static<typeof TransactionQuery>
