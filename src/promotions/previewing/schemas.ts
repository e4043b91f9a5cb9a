import Type, { type Static } from 'typebox'
import { previewBasket } from '../../orders/contract.ts'
import { Id, Nullable, Shape } from '../../platform/http/pages.ts'
import { NewPromotion } from '../schemas.ts'

export const PromotionToPreview = Shape('PromotionAEssayer', {
  promotion: NewPromotion,
  promotionId: Type.Optional(Nullable({ ...Id, description: 'The promotion that is being changed' })),
  idClient: Type.Optional(
    Nullable(
      Type.String({ maxLength: 50, description: 'Whose basket it is: `CLI_` identifier or loyalty number' }),
    ),
  ),
  articles: previewBasket.schema.body.properties.articles,
})
export type PromotionToPreview = Static<typeof PromotionToPreview>

export const PromotionPreview = previewBasket.schema.response[200]
