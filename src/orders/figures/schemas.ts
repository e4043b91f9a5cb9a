import Type, { type Static } from 'typebox'
import { Day, Id, Limit, Nullable, Shape, Timestamp } from '../../platform/http/pages.ts'

const PARIS = 'in Paris, today unless named'

export const DaySearch = Type.Object({
  jour: Type.Optional({ ...Day, description: `The day, ${PARIS}` }),
  magasinId: Type.Optional({ ...Id, description: 'The store that it was sold by; without it, all of them' }),
})
export type DaySearch = Static<typeof DaySearch>

export const TopSearch = Type.Object({ ...DaySearch.properties, limit: Limit(10) })

const counts = {
  commandes: Type.Integer({ description: 'Orders that were paid' }),
  montantCents: Type.Integer({ description: 'What they came to' }),
  rembourseCents: Type.Integer({ description: 'What was given back, of these or earlier ones' }),
}

const SalesDay = Shape('JourDeVentes', {
  date: Day,
  ...counts,
  chiffreAffairesCents: Type.Integer({ description: 'Turnover: `montantCents` less `rembourseCents`' }),
  panierMoyenCents: Nullable(Type.Integer({ description: 'Of an order, before refunds; null without any' })),
  heures: Type.Array(Type.Object({ heure: Type.Integer({ minimum: 0, maximum: 23 }), ...counts }), {
    description: 'All hours of the day in Paris; one that the clocks repeat counts once',
  }),
})
export type SalesDay = Static<typeof SalesDay>

export const SalesFigures = Shape('ChiffresVentes', {
  magasinId: Nullable(Id),
  maintenant: Type.Unsafe<Date | string>({
    ...{ type: 'string', format: 'date-time' },
    description: 'By the clock of the platform: how much of today is over',
  }),
  jour: SalesDay,
  semainePassee: SalesDay,
})

export const BestSellers = Type.Array(
  Shape('ChiffresArticle', {
    articleId: Type.String(),
    nom: Type.String(),
    quantite: Type.Integer(),
    montantCents: Type.Integer({ description: 'What was paid for them, promotions taken off' }),
  }),
)

export type BestSellers = Static<typeof BestSellers>

export const PromotionFigures = Type.Array(
  Shape('ChiffresPromotion', {
    promotionId: Type.Integer(),
    description: Nullable(Type.String()),
    commandes: Type.Integer({ description: 'Paid orders that it took something off' }),
    remiseCents: Type.Integer({ description: 'What it took off' }),
    montantCents: Type.Integer({ description: 'What these orders came to' }),
  }),
)

export type PromotionFigures = Static<typeof PromotionFigures>

export const FiguresRebuild = Shape('ReconstructionChiffres', {
  id: Type.Integer(),
  prochain: { ...Day, description: 'The next day to be counted anew' },
  dernier: { ...Day, description: 'The last one' },
  demandeeLe: Timestamp,
  finieLe: Nullable(Timestamp),
})
export type FiguresRebuild = Static<typeof FiguresRebuild>
