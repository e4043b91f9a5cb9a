import Type, { type Static } from 'typebox'
import { Id, Nullable, Nullish, Shape, Timestamp } from '../platform/http/pages.ts'
import { promotionChanged } from '../promotions/contract.ts'
import { ChosenOffer, DeliveryAddress, DeliveryOffer, MethodRef } from './delivery-schemas.ts'
import { Article, CODE_STATUSES, NamedCodes } from './schemas.ts'

const idClient = Nullish(Type.String({ maxLength: 50 }))

export const BasketRequest = Shape('DemandePanier', {
  idClient,
  articles: Type.Array(Article, { maxItems: 200 }),
  codes: NamedCodes,
})
export type BasketRequest = Static<typeof BasketRequest>

export const BasketAnswer = Shape('TotalPanier', {
  totalApresPromo: Type.Integer({ description: 'In cents' }),
})

const { id, quantite } = Article.properties

export const NewBasket = Shape('NouveauPanier', {
  idClient,
  articles: Type.Array(Type.Object({ id, quantite }), { maxItems: 200 }),
  magasinId: Nullish(Id),
  codes: NamedCodes,
  adresseLivraison: Nullish(DeliveryAddress),
  livraison: Nullish(Type.Object({ code: MethodRef }, { description: 'The chosen delivery method' })),
})
export type NewBasket = Static<typeof NewBasket>

const Discount = {
  promotionId: Type.Integer(),
  montantCents: Type.Integer({ description: 'Discount, in cents' }),
}

const BasketCode = Shape('CodePanier', {
  code: Type.String({ description: 'As named in the request' }),
  statut: Type.Enum([...CODE_STATUSES]),
  montantCents: Type.Integer({ description: 'Amount that the code takes off, in cents' }),
})
export type BasketCode = Static<typeof BasketCode>

export const PricedBasket = Shape('Panier', {
  lignes: Type.Array(
    Type.Object({
      id: Type.Integer({ description: 'Id of the product, even if the request named its ean' }),
      nom: Type.String({ examples: ['Clavier mécanique'] }),
      quantite: Type.Integer(),
      prixUnitaireCents: Type.Integer({ description: 'Current unit price, in cents' }),
      disponible: Nullable(
        Type.Integer({
          description:
            'Units that can be sold, in the requested store or in all; null if the stock is not tracked',
        }),
      ),
      stockConnu: Type.Optional(
        Type.Boolean({
          description:
            'Whether at least one store tracks the stock. If not, the product can be ordered unless the platform refuses products without stock',
        }),
      ),
      remises: Type.Array(Type.Object(Discount)),
      totalCents: Type.Integer({ description: 'Total of the line, in cents' }),
      retractable: Type.Optional(
        Type.Literal(false, { description: 'Present if customers may not withdraw from its purchase' }),
      ),
    }),
  ),
  remises: Type.Array(
    Type.Object({
      promotionId: Discount.promotionId,
      description: Type.String(),
      montantCents: Type.Integer({ description: 'Discount over all lines, in cents' }),
    }),
  ),
  sousTotalCents: Type.Integer({ description: 'Total before promotions, in cents' }),
  offresLivraison: Type.Optional(
    Type.Array(DeliveryOffer, {
      description: 'Methods offered for the address, by price, then name; absent while no method is active',
    }),
  ),
  livraison: Type.Optional(
    Type.Union([ChosenOffer, Type.Null()], {
      description: 'The chosen method; null if none is chosen or it is not offered',
    }),
  ),
  livraisonCents: Type.Optional(Type.Integer({ description: 'Price of the chosen method, in cents' })),
  totalCents: Type.Integer({
    description:
      'Total after promotions with the chosen delivery in cents, as required when placing the order',
  }),
  codes: Type.Optional(
    Type.Array(BasketCode, { description: 'The named codes in their order; absent if none was named' }),
  ),
})
export type PricedBasket = Static<typeof PricedBasket>

const { id: _id, version: _version, dateSuppression: _deleted, ...draft } = promotionChanged.schema.properties

export const BasketToPreview = Type.Object({
  promotion: Type.Object(draft),
  promotionId: Nullable({
    ...Id,
    description: 'Id of the stored promotion that this one would replace; null for a new one',
  }),
  idClient: Nullable(Type.String({ maxLength: 50, description: '`CLI_` identifier of the customer' })),
  articles: NewBasket.properties.articles,
})
export type BasketToPreview = Static<typeof BasketToPreview>

export const BasketPreview = Type.Object(
  {
    moment: {
      ...Timestamp,
      description: "Time of the calculation: now, or a time within the promotion's validity",
    },
    promotionId: Type.Integer({ description: 'Id of the promotion in `avec`' }),
    sans: PricedBasket,
    avec: PricedBasket,
  },
  { title: 'ApercuPanier' },
)
export type BasketPreview = Static<typeof BasketPreview>
