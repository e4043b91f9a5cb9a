import Type, { type Static } from 'typebox'
import { Id, Nullable, Shape, Timestamp } from '../../platform/http/pages.ts'
import { OrderId } from '../reservations/schemas.ts'

export const SlipArticle = Shape('ArticleBordereau', {
  id: Type.String(),
  nom: Type.String(),
  quantite: Type.Integer({ description: 'How many of them were ordered from this store' }),
  storeId: Nullable(Id),
  manquant: Type.Integer({ description: 'How many of these are missing' }),
})
export type SlipArticle = Static<typeof SlipArticle>

export const Slip = Shape('Bordereau', {
  id: Id,
  numero: Type.String({ examples: ['BL-00000001'] }),
  ordreId: Type.String(),
  clientId: Type.String(),
  adresseLivraison: Type.Unknown(),
  articles: Type.Array(SlipArticle),
  statut: Type.Enum(['a_preparer', 'incomplet', 'annule']),
  createdAt: Timestamp,
})
export type Slip = Static<typeof Slip>

export const SlipSearch = Type.Object({
  ordreId: Type.Optional(OrderId),
  page: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000, description: 'Which page, from 1' })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, description: 'How many a page holds' })),
})
export type SlipSearch = Static<typeof SlipSearch>
