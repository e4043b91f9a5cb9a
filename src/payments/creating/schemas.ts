import Type, { type Static } from 'typebox'
import { ClosedShape, Id, Nullish, Shape } from '../../platform/http/pages.ts'
import {
  BankCard,
  ClientId,
  Currency,
  contact,
  Euros,
  LoyaltyNumber,
  Name,
  OrderId,
  Status,
  Text,
} from '../schemas.ts'
import { REFUND } from '../tables.ts'

export const PaymentRequest = ClosedShape('DemandePaiement', {
  client: Type.Object({ id: ClientId, nom: Nullish(Text(200)), ...contact }),
  montant: Euros,
  devise: Nullish(Currency),
  orderId: Nullish(OrderId),
  typePaiement: Nullish(
    Type.String({
      minLength: 1,
      maxLength: 50,
      pattern: `^(?!${REFUND}$)`,
      description: 'Type of the payment, except that of a refund; `achat` by default',
    }),
  ),
  moyenPaiement: Type.Object({
    type: Type.String({
      pattern: '^([Cc][Bb]|[Cc]arte_bancaire|CARTE_BANCAIRE)$',
      description: '`carte_bancaire` or its short form `cb`; cash has a separate route',
    }),
    cb: BankCard,
  }),
  occurence_credit: Nullish(
    Type.Integer({ minimum: -2_147_483_648, maximum: 2_147_483_647, description: 'Stored as given' }),
  ),
  differe: Type.Optional(Type.Unknown({ description: 'Stored as given' })),
  fidelise: Nullish(LoyaltyNumber),
  savePaymentMethod: Nullish(Type.Boolean({ description: 'Whether to save the card for later payments' })),
  returnUrl: Nullish(Name(2000)),
})
export type PaymentRequest = Static<typeof PaymentRequest>

export const PaymentAnswer = Shape('Paiement', {
  response: Type.Object({
    transactionId: Type.Integer(),
    status: Status,
    clientId: Type.String(),
    message: Type.String(),
    authorizationId: Type.String(),
  }),
  returnUrl: Type.String(),
})

export const CashRequest = ClosedShape('DemandeEspeces', {
  clientId: ClientId,
  montant: Euros,
  devise: Nullish(Currency),
  orderId: Nullish(OrderId),
  magasinId: Nullish(Type.Union([Name(50), Id])),
})
export type CashRequest = Static<typeof CashRequest>

export const CashAnswer = Shape('PaiementEspeces', {
  transactionId: Type.Integer(),
  status: Status,
  message: Type.String(),
})
