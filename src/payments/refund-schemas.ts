import Type, { type Static } from 'typebox'
import { ClosedShape, Id, Shape } from '../platform/http/pages.ts'
import { ClientId, Euros, optional, Status, Text } from './schemas.ts'

export const RefundRequest = ClosedShape('DemandeRemboursement', {
  transactionId: Type.Union([Id, Type.String({ pattern: '^[1-9]\\d{0,14}$' })]),
  clientId: optional(ClientId),
  montant: Type.Optional(Euros),
  motif: optional(Text(500)),
  dejaRembourse: optional(
    Type.Number({
      minimum: 0,
      description: 'Decimal euros: what had been given back when the caller looked; 409 when it is more now',
    }),
  ),
  source: optional(Type.String({ maxLength: 100, description: 'The application that asks' })),
})
export type RefundRequest = Static<typeof RefundRequest>

export const RefundAnswer = Shape('Remboursement', {
  transactionId: Type.Integer(),
  refundId: Type.Integer(),
  status: Status,
  montant: Type.Number({ description: 'Decimal euros' }),
  message: Type.String(),
})
