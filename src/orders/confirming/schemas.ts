import Type, { type Static } from 'typebox'
import { Nullable, Shape } from '../../platform/http/pages.ts'

export const PaymentConfirmation = Shape('ConfirmationPaiement', {
  transactionId: Type.String({ minLength: 1, maxLength: 50 }),
  authorizationId: Nullable(
    Type.String({ maxLength: 200, description: 'null for a payment that has none, such as cash' }),
  ),
  amount: Type.String({ description: 'Decimal euros', maxLength: 30 }),
})
export type PaymentConfirmation = Static<typeof PaymentConfirmation>
