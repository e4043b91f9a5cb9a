import Type, { type Static } from 'typebox'
import {
  Id,
  LastMoment,
  Limit,
  Moment,
  Nullable,
  Page,
  PageOf,
  Shape,
  Timestamp,
} from '../../platform/http/pages.ts'
import { DELIVERY_MODES, OrderId, OrderStatus, Shapeless } from '../schemas.ts'
import { StatusHistory } from '../status/schemas.ts'
import { PAYMENT_STATES } from '../tables.ts'

const Delivery = Shape('Livraison', {
  mode: Type.Enum([...DELIVERY_MODES]),
  magasinId: Nullable(Type.Integer({ description: 'The store where the order is collected' })),
})

const Payment = Shape('PaiementCommande', {
  statut: Type.Enum([...PAYMENT_STATES]),
  payeCents: Type.Integer({ description: 'What was paid, before refunds' }),
  rembourseCents: Type.Integer({ description: 'What was given back of it' }),
})

const fields = {
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
}

export const OrderDetails = Shape('Commande', fields)

/** An order in the list for staff. */
const ListedOrder = Shape('CommandeListee', { ...fields, clientId: Type.String() })

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

export const StaffSearch = Type.Object({
  page: Page(),
  limit: Limit(20),
  statut: Type.Optional(OrderStatus),
  paiement: Type.Optional(Type.Enum([...PAYMENT_STATES])),
  dateFrom: Type.Optional(Moment()),
  dateTo: Type.Optional(LastMoment()),
  clientId: Type.Optional(
    Type.String({ maxLength: 50, keepEmpty: true, description: 'Any identifier of the customer' }),
  ),
  magasinId: Type.Optional({ ...Id, description: 'The store that serves it or hands it over' }),
  search: Type.Optional(
    Type.String({
      maxLength: 200,
      description: 'Its id, its customer’s identifier or e-mail, or its tracking number',
    }),
  ),
  sort: Type.Enum(['createdAt', '-createdAt', 'montantTotalCents', '-montantTotalCents'], {
    default: '-createdAt',
  }),
})
export type StaffSearch = Static<typeof StaffSearch>

export const OrderPage = PageOf('PageCommandes', ListedOrder)

const Line = Type.Object({
  articleId: Type.String(),
  nom: Type.String(),
  quantite: Type.Integer(),
  prixUnitaireCents: Type.Integer(),
  totalCents: Type.Integer({ description: 'What is to be paid for the line, promotions taken off' }),
})

const Article = Type.Object({
  articleId: Type.String(),
  nom: Type.String(),
  quantite: Type.Integer({ description: 'How many were ordered, all lines together' }),
  retournes: Type.Integer({ description: 'How many of them have come back' }),
  retournables: Type.Array(Type.Object({ quantite: Type.Integer(), prixUnitaireCents: Type.Integer() }), {
    description:
      'The units that can still come back, with what was paid for each, in the order in which they are refunded',
  }),
})

const Refund = Type.Object({
  remboursementId: Type.String(),
  transactionId: Type.String(),
  montantCents: Type.Integer(),
  createdAt: Timestamp,
})

const ReturnedGoods = Type.Object({
  retourId: Type.Integer(),
  motif: Nullable(Type.String()),
  remisEnStock: Type.Boolean(),
  montantCents: Type.Integer(),
  remboursementId: Nullable(Type.String()),
  articles: Type.Array(Type.Object({ articleId: Type.String(), quantite: Type.Integer() })),
  createdAt: Timestamp,
  termineLe: Nullable(Type.Unsafe<Date | string>({ ...Timestamp, description: 'When its refund was made' })),
})
export type ReturnedGoods = Static<typeof ReturnedGoods>

const Document = Type.Object({
  numero: Type.String(),
  nature: Type.Enum(['facture', 'avoir']),
  remboursementId: Nullable(Type.String()),
  montantCents: Type.Integer(),
  emiseLe: Timestamp,
})

/** All stored data of one order. */
export const OrderFile = Shape('DossierCommande', {
  ...ListedOrder.properties,
  prouve: Type.Boolean({ description: 'Whether its customer was more than named when it was placed' }),
  magasins: Type.Array(Type.Integer(), { description: 'The stores that serve it' }),
  confirmeeLe: Nullable(Timestamp),
  updatedAt: Timestamp,
  lignes: Type.Array(Line),
  retours: Type.Array(ReturnedGoods),
  articlesCommandes: Type.Array(Article),
  statuts: StatusHistory,
  remboursements: Type.Array(Refund),
  pieces: Type.Array(Document, {
    description: 'Its invoice and credit notes, in the order of their numbers',
  }),
})
