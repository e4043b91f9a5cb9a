import Type, { type Static } from 'typebox'
import { Limit, Nullable, Shape, Timestamp } from '../platform/http/pages.ts'

export const FIRST_STATUS = 'EN_ATTENTE'
export const NEXT_STATUSES = ['EN_PREPARATION', 'EXPEDIEE', 'LIVREE', 'ANNULEE'] as const
const STATUSES = [FIRST_STATUS, ...NEXT_STATUSES] as const

const Cents = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })
/** An object whose inner shape is the shop's own. */
export const Shapeless = Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true })

/** The product's id or its ean, as number or text. */
const ArticleRef = Type.Union([
  Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
  Type.String({ minLength: 1, maxLength: 64 }),
])

export const Article = Shape('Article', {
  id: ArticleRef,
  quantite: Type.Integer({ minimum: 1, maximum: 2_147_483_647 }),
  prixUnitaireCents: Cents,
})
export type Article = Static<typeof Article>

const Articles = Type.Array(Article, {
  minItems: 1,
  maxItems: 200,
  description: 'Further fields of an article are kept',
})

export const NewOrder = Shape('NouvelleCommande', {
  clientId: Type.Union(
    [
      Type.String({ minLength: 1, maxLength: 50 }),
      Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
    ],
    { description: 'The CLI_ identifier of the customer, or the id of their account' },
  ),
  articles: Articles,
  montantTotalCents: Cents,
  adresseLivraison: Shapeless,
  clientInfo: Shapeless,
})
export type NewOrder = Static<typeof NewOrder>

export const PlacedOrder = Shape('CommandePassee', {
  ordreId: Type.String(),
  statut: Type.String(),
  montantTotalCents: Type.Integer(),
  createdAt: Timestamp,
})
export type PlacedOrder = Static<typeof PlacedOrder>

export const BasketRequest = Shape('DemandePanier', {
  idClient: Type.Optional(Nullable(Type.String({ maxLength: 50 }))),
  articles: Type.Array(Article, { maxItems: 200 }),
})
export type BasketRequest = Static<typeof BasketRequest>

export const BasketAnswer = Shape('TotalPanier', {
  totalApresPromo: Type.Integer({ description: 'In cents' }),
})

/** An order's id cannot be guessed, and is credential enough for that order. */
export const OrderRef = Type.Object({ ordreId: Type.String({ minLength: 1, maxLength: 100 }) })

export const PaymentConfirmation = Shape('ConfirmationPaiement', {
  transactionId: Type.String({ minLength: 1, maxLength: 50 }),
  authorizationId: Nullable(
    Type.String({ maxLength: 200, description: 'null for a payment that has none, such as cash' }),
  ),
  amount: Type.String({ description: 'Decimal euros', maxLength: 30 }),
})
export type PaymentConfirmation = Static<typeof PaymentConfirmation>

export const StatusChange = Shape('ChangementStatut', {
  nouveauStatut: Type.Enum([...NEXT_STATUSES]),
  trackingNumber: Type.Optional(Nullable(Type.String({ maxLength: 200 }))),
  commentaire: Type.Optional(Nullable(Type.String({ maxLength: 5000 }))),
})
export type StatusChange = Static<typeof StatusChange>

export const OrderAnswer = Shape('EtatCommande', {
  ordreId: Type.String(),
  statut: Type.String(),
  message: Type.String(),
})
export type OrderAnswer = Static<typeof OrderAnswer>

export const OrderDetails = Shape('Commande', {
  ordreId: Type.String(),
  statut: Type.String(),
  montantTotalCents: Type.Integer(),
  transactionId: Nullable(Type.String()),
  authorizationId: Nullable(Type.String()),
  clientInfo: Shapeless,
  adresseLivraison: Shapeless,
  articles: Type.Array(Type.Unknown()),
  createdAt: Timestamp,
})

/** The statuses that an order has had, the first one first. */
export const StatusHistory = Type.Array(
  Type.Object({
    statut: Type.String(),
    trackingNumber: Nullable(Type.String()),
    commentaire: Nullable(Type.String()),
    createdAt: Timestamp,
  }),
)
export type StatusHistory = Static<typeof StatusHistory>

export const OrderSearch = Type.Object({
  statut: Type.Optional(Type.Enum([...STATUSES])),
  limit: Limit(20),
  offset: Type.Integer({ minimum: 0, maximum: 1_000_000_000, default: 0 }),
})
export type OrderSearch = Static<typeof OrderSearch>

export const OrderList = Shape('ListeCommandes', {
  data: Type.Array(OrderDetails),
  total: Type.Integer(),
  limit: Type.Integer(),
  offset: Type.Integer(),
})

/** An order as other areas see it. */
export const OrderSummary = Shape('ResumeCommande', {
  ordreId: Type.String(),
  clientId: Type.String(),
  statut: Type.String(),
  montantTotalCents: Type.Integer(),
  transactionId: Nullable(Type.String()),
})

export const PaymentBegun = Shape('Encaissement', {
  montantCents: Cents,
  etape: Type.Enum(['lien', 'paiement'], { description: 'A link was asked for, or a payment is being made' }),
})
export type PaymentBegun = Static<typeof PaymentBegun>

export const PaymentAdmitted = Shape('EncaissementAdmis', {
  ordreId: Type.String(),
  clientId: Type.String(),
  montantTotalCents: Type.Integer(),
})
