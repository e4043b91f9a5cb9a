import Type, { type Static } from 'typebox'
import { ClosedShape, Id, Nullable } from '../../platform/http/pages.ts'

export const PaymentConfirmation = ClosedShape('ConfirmationPaiement', {
  transactionId: Type.Union([Type.String({ minLength: 1, maxLength: 50 }), Id]),
  authorizationId: Type.Optional(
    Nullable(
      Type.String({
        maxLength: 200,
        description: 'Absent or null for a payment that has none, such as cash',
      }),
    ),
  ),
  amount: Type.String({ description: 'Decimal euros', maxLength: 30 }),
})
export type PaymentConfirmation = Static<typeof PaymentConfirmation>
