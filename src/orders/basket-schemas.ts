import Type, { type Static } from 'typebox'
import { Id, Nullable, Nullish, Shape, Timestamp } from '../platform/http/pages.ts'
import { promotionChanged } from '../promotions/contract.ts'
import { Article } from './schemas.ts'

const idClient = Nullish(Type.String({ maxLength: 50 }))

export const BasketRequest = Shape('DemandePanier', {
  idClient,
  articles: Type.Array(Article, { maxItems: 200 }),
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
})
export type NewBasket = Static<typeof NewBasket>

const Discount = { promotionId: Type.Integer(), montantCents: Type.Integer({ description: 'Taken off' }) }

export const PricedBasket = Shape('Panier', {
  lignes: Type.Array(
    Type.Object({
      id: Type.Integer({ description: 'Of the product, whatever way it was named' }),
      nom: Type.String({ examples: ['Clavier mécanique'] }),
      quantite: Type.Integer(),
      prixUnitaireCents: Type.Integer({ description: 'The present price' }),
      disponible: Nullable(
        Type.Integer({
          description: 'Units that can be sold, in the store if one is named; null: not tracked',
        }),
      ),
      remises: Type.Array(Type.Object(Discount)),
      totalCents: Type.Integer({ description: 'What is to be paid for the line' }),
    }),
  ),
  remises: Type.Array(
    Type.Object({
      promotionId: Discount.promotionId,
      description: Type.String(),
      montantCents: Type.Integer({ description: 'Taken off all lines together' }),
    }),
  ),
  sousTotalCents: Type.Integer({ description: 'Before promotions' }),
  totalCents: Type.Integer({ description: 'What an order of it has to name' }),
})
export type PricedBasket = Static<typeof PricedBasket>

const { id: _id, version: _version, dateSuppression: _deleted, ...draft } = promotionChanged.schema.properties

export const BasketToPreview = Type.Object({
  promotion: Type.Object(draft),
  promotionId: Nullable({ ...Id, description: 'The kept promotion that this one would replace' }),
  idClient: Nullable(Type.String({ maxLength: 50, description: 'Their `CLI_` identifier' })),
  articles: NewBasket.properties.articles,
})
export type BasketToPreview = Static<typeof BasketToPreview>

export const BasketPreview = Type.Object(
  {
    moment: { ...Timestamp, description: 'When the basket would be: now, or within the promotion' },
    promotionId: Type.Integer({ description: 'What `avec` calls the promotion' }),
    sans: PricedBasket,
    avec: PricedBasket,
  },
  { title: 'ApercuPanier' },
)
export type BasketPreview = Static<typeof BasketPreview>
