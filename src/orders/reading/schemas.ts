import Type, { type Static } from 'typebox'
import { AuditEntry } from '../../platform/audit/operations.ts'
import {
  Id,
  Language,
  LastMoment,
  Limit,
  Moment,
  Nullable,
  Page,
  PageOf,
  Shape,
  Timestamp,
} from '../../platform/http/pages.ts'
import { orderedDelivery } from '../delivery-schemas.ts'
import { ContainedVat, DELIVERY_MODES, OrderId, OrderStatus, Shapeless } from '../schemas.ts'
import { StatusHistory } from '../status/schemas.ts'
import { PAYMENT_STATES } from '../tables.ts'
import { WITHDRAWAL_STATES } from '../withdrawals/schemas.ts'

const Delivery = Shape('Livraison', {
  mode: Type.Enum([...DELIVERY_MODES]),
  magasinId: Nullable(
    Type.Integer({ description: 'Store where the order is collected; null for a delivery' }),
  ),
  ...orderedDelivery,
})

const AppliedCode = Shape('CodeCommande', {
  code: Type.String(),
  promotionId: Type.Integer(),
  montantCents: Type.Integer({ description: 'Amount that the code took off, in cents' }),
})

const Payment = Shape('PaiementCommande', {
  statut: Type.Enum([...PAYMENT_STATES]),
  payeCents: Type.Integer({ description: 'Amount paid in cents, before refunds' }),
  rembourseCents: Type.Integer({ description: 'Amount refunded, in cents' }),
})

const fields = {
  ordreId: OrderId,
  statut: OrderStatus,
  montantTotalCents: Type.Integer(),
  transactionId: Nullable(Type.String()),
  authorizationId: Nullable(Type.String()),
  clientInfo: Shapeless,
  adresseLivraison: Shapeless,
  articles: Type.Array(Type.Unknown(), { description: 'Articles as ordered, including additional fields' }),
  trackingNumber: Nullable(Type.String()),
  livraison: Delivery,
  paiement: Payment,
  codes: Type.Optional(
    Type.Array(AppliedCode, { description: 'Codes that lowered the total; absent if the order named none' }),
  ),
  langue: Language('Language of the payment page and of the mails'),
  createdAt: Timestamp,
}

const OwnWithdrawal = Type.Object({
  statut: Type.Enum([...WITHDRAWAL_STATES]),
  recuLe: Timestamp,
  unites: Type.Array(Type.Object({ articleId: Type.String(), quantite: Type.Integer() })),
})
export type OwnWithdrawal = Static<typeof OwnWithdrawal>

export const OrderDetails = Shape('Commande', {
  ...fields,
  retractations: Type.Optional(
    Type.Array(OwnWithdrawal, { description: 'Confirmed withdrawals; absent in lists and without any' }),
  ),
})

/** An order for staff. Other callers do not get `clientId`: anyone who knows the order's id can read the order. */
const ListedOrder = Shape('CommandeListee', { ...fields, clientId: Type.String() })

export const OrderSearch = Type.Object({
  statut: Type.Optional(OrderStatus),
  limit: Limit(20),
  offset: Type.Integer({
    minimum: 0,
    maximum: 1_000_000_000,
    default: 0,
    description: 'Number of entries to skip',
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
  aRembourser: Type.Optional(
    Type.Boolean({ description: 'Whether it is cancelled while a part of what was paid is not refunded' }),
  ),
  dateFrom: Type.Optional(Moment()),
  dateTo: Type.Optional(LastMoment()),
  clientId: Type.Optional(
    Type.String({ maxLength: 50, keepEmpty: true, description: 'Any identifier of the customer' }),
  ),
  ordreIds: Type.Optional(
    Type.String({
      ...{ pattern: '^[^,]+(,[^,]+){0,99}$', maxLength: 10_100 },
      description: 'Ids of orders, separated by commas; at most 100',
    }),
  ),
  magasinId: Type.Optional({ ...Id, description: 'Store that prepares the order or hands it over' }),
  search: Type.Optional(
    Type.String({
      maxLength: 200,
      description:
        'Name, e-mail address or telephone number of the customer or their beginnings, first or last characters of the order id, customer identifier, tracking number, or EAN of an article. Case and accents do not matter',
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
  totalCents: Type.Integer({ description: 'Total of the line after promotions, in cents' }),
})

const Article = Type.Object({
  articleId: Type.String(),
  nom: Type.String(),
  quantite: Type.Integer({ description: 'Number of units ordered, over all lines' }),
  retournes: Type.Integer({ description: 'Number of units returned' }),
  retournables: Type.Array(Type.Object({ quantite: Type.Integer(), prixUnitaireCents: Type.Integer() }), {
    description:
      'Units that can still be returned, with the price paid per unit, in the order in which they are refunded',
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
  termineLe: Nullable(
    Type.Unsafe<Date | string>({ ...Timestamp, description: 'Time of the refund; null if not yet refunded' }),
  ),
})
export type ReturnedGoods = Static<typeof ReturnedGoods>

const Document = Type.Object({
  numero: Type.String(),
  nature: Type.Enum(['facture', 'avoir']),
  remboursementId: Nullable(Type.String()),
  montantCents: Type.Integer(),
  emiseLe: Timestamp,
})

/** An order with its lines, statuses, refunds, returns and documents. */
export const OrderFile = Shape('DossierCommande', {
  ...ListedOrder.properties,
  prouve: Type.Boolean({
    description: "Whether the customer's identity was verified when the order was placed",
  }),
  magasins: Type.Array(Type.Integer(), { description: 'Ids of the stores that prepare the order' }),
  confirmeeLe: Nullable(Timestamp),
  updatedAt: Timestamp,
  versionDestinataire: Type.Integer({ description: 'Number of corrections of the recipient' }),
  noteInterne: Nullable(Type.String({ description: 'Internal note, visible to staff only' })),
  actions: Type.Array(AuditEntry, {
    description: 'Entries of the audit trail about the order, its returns and refunds, oldest first',
  }),
  lignes: Type.Array(Line),
  remises: Type.Array(Type.Object({ promotionId: Type.Integer(), montantCents: Type.Integer() }), {
    description: 'What each promotion took off the articles, codes included',
  }),
  tva: ContainedVat,
  retours: Type.Array(ReturnedGoods),
  articlesCommandes: Type.Array(Article),
  statuts: StatusHistory,
  remboursements: Type.Array(Refund),
  pieces: Type.Array(Document, {
    description: 'Invoice and credit notes of the order, by number',
  }),
})
