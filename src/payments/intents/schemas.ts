import Type, { type Static } from 'typebox'
import { ClosedShape, Nullable, Nullish, Shape } from '../../platform/http/pages.ts'
import { BankCard, ClientId, Currency, MinorUnits, OrderId, Status } from '../schemas.ts'

export const IntentRequest = ClosedShape('DemandeIntention', {
  amount: MinorUnits,
  currency: Nullish(Currency),
  clientId: Nullish(ClientId),
  orderId: Nullish(OrderId),
})
export type IntentRequest = Static<typeof IntentRequest>

const intent = {
  paymentIntentId: Type.String({ format: 'uuid' }),
  status: Status,
  amount: Type.Integer({ description: 'Minor units' }),
  currency: Type.String(),
}

export const IntentAnswer = Shape('IntentionCreee', {
  ...intent,
  clientSecret: Type.String({
    description: 'Secret that authorizes the payment of the intent, shown only in this response',
  }),
})

export const PaidIntent = Shape('Intention', {
  ...intent,
  transactionId: Nullable(Type.Integer()),
  authorizationId: Nullable(Type.String()),
})

export const IntentPayment = ClosedShape('PaiementIntention', {
  clientSecret: Type.String({
    minLength: 1,
    maxLength: 200,
    description: 'The `clientSecret` returned by the creation',
  }),
  cb: BankCard,
})
export type IntentPayment = Static<typeof IntentPayment>
