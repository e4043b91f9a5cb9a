import Type, { type Static } from 'typebox'
import { Id, Nullable, Nullish, OptionalPage, PageOf, Shape, Timestamp } from '../../platform/http/pages.ts'
import { OrderId } from '../reservation-schemas.ts'

export const SlipArticle = Shape('ArticleBordereau', {
  id: Type.String(),
  nom: Type.String(),
  quantite: Type.Integer({ description: 'Number of units ordered from this store' }),
  storeId: Nullable(Id),
  manquant: Type.Integer({ description: 'Number of units of the line that are missing' }),
})
export type SlipArticle = Static<typeof SlipArticle>

const SlipStatus = Type.Enum(['a_preparer', 'incomplet', 'prepare', 'expedie', 'livre', 'annule'], {
  title: 'StatutBordereau',
})
export type SlipStatus = Static<typeof SlipStatus>

export const Slip = Shape('Bordereau', {
  id: Id,
  numero: Type.String({ examples: ['BL-00000001'] }),
  ordreId: Type.String(),
  clientId: Type.String(),
  storeId: Nullable({ ...Id, description: 'Store that prepares the slip; null if no store has the goods' }),
  adresseLivraison: Type.Unknown(),
  articles: Type.Array(SlipArticle),
  retrait: Type.Boolean({ description: 'Whether the customer collects the goods in the store' }),
  statut: SlipStatus,
  trackingNumber: Nullable(Type.String()),
  adresseCorrigeeLe: Nullable(Timestamp),
  createdAt: Timestamp,
})
export type Slip = Static<typeof Slip>

export const SlipPage = PageOf('PageBordereaux', Slip)

/** The number of waiting slips of a store, by status. */
export const StoreSlips = Shape('BordereauxMagasin', {
  storeId: Nullable(Id),
  aPreparer: Type.Integer(),
  incomplets: Type.Integer(),
  prepares: Type.Integer({ description: 'Number of slips that are prepared but not yet sent' }),
})
export type StoreSlips = Static<typeof StoreSlips>

export const SlipSearch = Type.Object({
  ordreId: Type.Optional(OrderId),
  statut: Type.Optional(SlipStatus),
  storeId: Type.Optional(Id),
  ...OptionalPage,
})
export type SlipSearch = Static<typeof SlipSearch>

export const SlipFormat = Type.Optional(
  Type.Enum(['html', 'json'], {
    description: 'Format of the response: a printable page or JSON. By default, as `Accept` prefers',
  }),
)
export const SlipsToPrint = Type.Object({
  ids: Type.String({
    pattern: '^([1-9]\\d{0,14}(,[1-9]\\d{0,14}){0,99})?$',
    keepEmpty: true,
    description: '1 to 100 slip ids, separated by commas',
  }),
  format: SlipFormat,
})

export const SlipChange = Shape('ChangementBordereau', {
  statut: Type.Enum(['prepare', 'expedie', 'livre']),
  trackingNumber: Nullish(Type.String({ minLength: 1, maxLength: 200 })),
})
export type SlipChange = Static<typeof SlipChange>
