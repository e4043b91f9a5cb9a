import Type, { type Static } from 'typebox'
import { Id, Nullable, Timestamp } from '../platform/http/pages.ts'
import { promotionChanged } from '../promotions/contract.ts'
import { NewBasket, PricedBasket } from './basket-schemas.ts'

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
