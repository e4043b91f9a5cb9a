import Type, { type Static } from 'typebox'
import { Nullable, Shape } from '../../platform/http/pages.ts'
import { Article } from '../schemas.ts'

export const BasketRequest = Shape('DemandePanier', {
  idClient: Type.Optional(Nullable(Type.String({ maxLength: 50 }))),
  articles: Type.Array(Article, { maxItems: 200 }),
})
export type BasketRequest = Static<typeof BasketRequest>

export const BasketAnswer = Shape('TotalPanier', {
  totalApresPromo: Type.Integer({ description: 'In cents' }),
})
