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
      description: 'Any but that of a refund; `achat` by default',
    }),
  ),
  moyenPaiement: Type.Object({
    type: Type.String({
      pattern: '^([Cc][Bb]|[Cc]arte_bancaire|CARTE_BANCAIRE)$',
      description: '`carte_bancaire`, or `cb` for short; cash has a route of its own',
    }),
    cb: BankCard,
  }),
  occurence_credit: Nullish(
    Type.Integer({ minimum: -2_147_483_648, maximum: 2_147_483_647, description: 'Kept as given' }),
  ),
  differe: Type.Optional(Type.Unknown({ description: 'Kept as given' })),
  fidelise: Nullish(LoyaltyNumber),
  savePaymentMethod: Nullish(Type.Boolean({ description: 'Whether the card is kept for next time' })),
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
