import Type, { type Static } from 'typebox'
import { Language, Nullable, Nullish, Shape } from '../platform/http/pages.ts'

export const FIRST_STATUS = 'EN_ATTENTE'
export const NEXT_STATUSES = ['EN_PREPARATION', 'EXPEDIEE', 'LIVREE', 'ANNULEE'] as const
export const STATUSES = [FIRST_STATUS, ...NEXT_STATUSES] as const
export const OrderStatus = Type.Enum([...STATUSES], { title: 'StatutCommande' })
export type OrderStatus = Static<typeof OrderStatus>

export const Cents = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })
/** An object whose properties the shop defines. */
export const Shapeless = Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true })

/** The product's id or EAN, as a number or text. */
export const ArticleRef = Type.Union([
  Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
  Type.String({ minLength: 1, maxLength: 64 }),
])

export const Article = Shape('Article', {
  id: ArticleRef,
  quantite: Type.Integer({ minimum: 1, maximum: 2_147_483_647 }),
  prixUnitaireCents: Cents,
})
export type Article = Static<typeof Article>

/** The effect of a named promotion code on a basket; the last one that is true counts. */
export const CODE_STATUSES = [
  'applique',
  'non-retenu',
  'connexion-requise',
  'epuise',
  'expire',
  'inconnu',
] as const
export type CodeStatus = (typeof CODE_STATUSES)[number]

export const NamedCodes = Nullish(
  Type.Array(Type.String({ minLength: 1, maxLength: 100 }), {
    maxItems: 5,
    description: 'Promotion codes; case, spaces and hyphens do not matter',
    examples: [['RENTREE-10']],
  }),
)

export const DELIVERY_MODES = ['domicile', 'retrait'] as const

const ORDER = { examples: ['CMD-XWXS5K9MYYDKKG0EKQMZ'] }
export const OrderId = Type.String(ORDER)

/**
 * An order's id cannot be guessed, so it suffices as the credential for reading and paying the order, but not for
 * cancelling it or reading its invoice.
 */
export const OrderRef = Type.Object({ ordreId: Type.String({ minLength: 1, maxLength: 100, ...ORDER }) })

export const OrderAnswer = Shape('EtatCommande', {
  ordreId: OrderId,
  statut: OrderStatus,
  message: Type.String(),
})
export type OrderAnswer = Static<typeof OrderAnswer>

/** An order as other areas see it. */
export const OrderSummary = Shape('ResumeCommande', {
  ordreId: OrderId,
  clientId: Type.String(),
  statut: OrderStatus,
  montantTotalCents: Type.Integer(),
  transactionId: Nullable(Type.String()),
  payeCents: Type.Integer({ description: 'Amount of the confirmed payment in cents, before refunds' }),
  rembourseCents: Type.Integer({ description: 'Amount refunded of that payment, in cents' }),
  magasins: Type.Optional(
    Type.Array(Type.Integer(), { description: 'Ids of the stores that serve the order or hand it over' }),
  ),
  langue: Type.Optional(Language('Language of the order')),
})

export const PaymentStart = Shape('Encaissement', {
  montantCents: Cents,
  devise: Type.String({ default: 'EUR', description: 'Currency code' }),
  etape: Type.Enum(['lien', 'paiement'], {
    description: '`lien`: a payment link is requested; `paiement`: a payment is created',
  }),
})
export type PaymentStart = Static<typeof PaymentStart>

export const ContainedVat = Type.Array(
  Type.Object({
    tauxTva: Type.Number({ description: 'Rate in percent' }),
    tvaCents: Type.Integer(),
  }),
  { description: 'VAT that the total contains, by rate; empty if the seller charges none' },
)

export const PaymentAdmission = Shape('EncaissementAdmis', {
  ordreId: OrderId,
  clientId: Type.String(),
  prouve: Type.Boolean({
    description: "Whether the customer's identity was verified when the order was placed",
  }),
  montantTotalCents: Type.Integer(),
  admission: Type.Optional(
    Type.Integer({ description: 'Sequence number of the admission within the order' }),
  ),
  articles: Type.Optional(
    Type.Array(
      Type.Object({
        nom: Nullable(Type.String({ description: 'Name of the product; null if unknown' })),
        quantite: Type.Integer(),
        totalCents: Type.Integer({ description: 'Total of the line after promotions, in cents' }),
        avantRemiseCents: Type.Optional(
          Type.Integer({ description: 'Total of the line before promotions, where they lower it' }),
        ),
        type: Type.Optional(
          Type.Enum(['livraison', 'code'], {
            description:
              'The delivery, or a promotion code with its discount, which the prices of the articles contain; absent for an article',
          }),
        ),
      }),
      { description: 'Lines of the order, its delivery and codes; only for a payment link' },
    ),
  ),
  tva: Type.Optional({
    ...ContainedVat,
    description: 'VAT that the total contains, by rate; only for a payment link',
  }),
  langue: Type.Optional(Language('Language of the order')),
})
