import Type, { type Static } from 'typebox'
import { Limit, Nullable, Shape, Timestamp } from '../../platform/http/pages.ts'
import { PAYMENT_STATES } from '../payments/state.ts'
import { DELIVERY_MODES, OrderId, OrderStatus, Shapeless } from '../schemas.ts'

const Delivery = Shape('Livraison', {
  mode: Type.Enum([...DELIVERY_MODES]),
  magasinId: Nullable(Type.Integer({ description: 'The store where the order is collected' })),
})

const Payment = Shape('PaiementCommande', {
  statut: Type.Enum([...PAYMENT_STATES]),
  payeCents: Type.Integer({ description: 'What was paid, before refunds' }),
  rembourseCents: Type.Integer({ description: 'What was given back of it' }),
})

export const OrderDetails = Shape('Commande', {
  ordreId: OrderId,
  statut: OrderStatus,
  montantTotalCents: Type.Integer(),
  transactionId: Nullable(Type.String()),
  authorizationId: Nullable(Type.String()),
  clientInfo: Shapeless,
  adresseLivraison: Shapeless,
  articles: Type.Array(Type.Unknown(), { description: 'As they were ordered, further fields included' }),
  trackingNumber: Nullable(Type.String()),
  livraison: Delivery,
  paiement: Payment,
  createdAt: Timestamp,
})

export const OrderSearch = Type.Object({
  statut: Type.Optional(OrderStatus),
  limit: Limit(20),
  offset: Type.Integer({
    minimum: 0,
    maximum: 1_000_000_000,
    default: 0,
    description: 'How many are left out',
  }),
})
export type OrderSearch = Static<typeof OrderSearch>

export const OrderList = Shape('ListeCommandes', {
  data: Type.Array(OrderDetails),
  total: Type.Integer(),
  limit: Type.Integer(),
  offset: Type.Integer(),
})
