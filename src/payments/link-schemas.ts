import Type, { type Static } from 'typebox'
import { ClosedShape, Nullable, Shape } from '../platform/http/pages.ts'
import { ClientId, Currency, contact, LoyaltyNumber, Name, OrderId, optional, Text } from './schemas.ts'

export const LinkClient = Shape('ClientDuLien', {
  id: optional(ClientId),
  nom: optional(Text(100)),
  prenom: optional(Text(100)),
  ...contact,
  adresse: optional(Text(500)),
  codePostal: optional(Text(20)),
  ville: optional(Text(100)),
  pays: optional(Text(100)),
  civilite: optional(Type.Union([Type.Integer(), Text(20)])),
  clientFideliseId: optional(LoyaltyNumber),
})
export type LinkClient = Static<typeof LinkClient>

export const LinkRequest = ClosedShape('DemandeLien', {
  client: optional(LinkClient),
  customerEmail: optional(Text(255)),
  amount: Type.Union([Type.Number(), Type.String()], {
    description: 'Decimal euros; as text it asks for variant B of the answer',
  }),
  currency: optional(Currency),
  orderId: optional(OrderId),
  source: optional(Type.String({ maxLength: 100, description: 'The application that asks' })),
  returnUrl: Name(2000),
})
export type LinkRequest = Static<typeof LinkRequest>

export const LinkAnswer = Shape('LienPaiement', {
  redirectUrl: Type.Optional(Type.String({ description: 'Variant A' })),
  message: Type.Optional(Type.String({ description: 'Variant A' })),
  paymentUrl: Type.Optional(Type.String({ description: 'Variants B and C' })),
  orderId: Type.Optional(Nullable(Type.String({ description: 'Variant B' }))),
  sessionId: Type.Optional(Type.String({ description: 'Variant C' })),
})
