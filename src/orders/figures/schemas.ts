import Type, { type Static } from 'typebox'
import { Day, Id, Limit, Nullable, Shape, Timestamp } from '../../platform/http/pages.ts'

const PARIS = 'in Paris; today by default'

export const DaySearch = Type.Object({
  jour: Type.Optional({ ...Day, description: `Day ${PARIS}` }),
  magasinId: Type.Optional({ ...Id, description: 'Store that sold the products; all stores by default' }),
})
export type DaySearch = Static<typeof DaySearch>

export const TopSearch = Type.Object({
  ...DaySearch.properties,
  au: Type.Optional({
    ...Day,
    description:
      'Last day of a period of up to 366 days that begins with `jour`; `jour` by default. The 100 best sellers of each day count',
  }),
  limit: Limit(10),
})

const counts = {
  commandes: Type.Integer({ description: 'Number of paid orders' }),
  montantCents: Type.Integer({ description: 'Total of these orders in cents, before refunds' }),
  rembourseCents: Type.Integer({ description: 'Refunds made for these or earlier orders, in cents' }),
}

const SalesDay = Shape('JourDeVentes', {
  date: Day,
  ...counts,
  chiffreAffairesCents: Type.Integer({ description: 'Turnover: `montantCents` less `rembourseCents`' }),
  panierMoyenCents: Nullable(
    Type.Integer({
      description: 'Average order value in cents, before refunds; null if there are no orders',
    }),
  ),
  heures: Type.Array(Type.Object({ heure: Type.Integer({ minimum: 0, maximum: 23 }), ...counts }), {
    description: 'Every hour of the day in Paris; an hour repeated by a clock change is one entry',
  }),
})
export type SalesDay = Static<typeof SalesDay>

export const SalesFigures = Shape('ChiffresVentes', {
  magasinId: Nullable(Id),
  maintenant: Type.Unsafe<Date | string>({
    ...{ type: 'string', format: 'date-time' },
    description: "Current time of the platform's clock, up to which the figures of today are complete",
  }),
  jour: SalesDay,
  semainePassee: SalesDay,
})

export const COMPARISONS = ['semaine', 'precedente', 'annee'] as const

export const PeriodSearch = Type.Object({
  du: Type.Optional({ ...Day, description: `First day ${PARIS}` }),
  au: Type.Optional({ ...Day, description: 'Last day; `du` by default, and no later than today' }),
  magasinId: DaySearch.properties.magasinId,
  comparaison: Type.Optional(
    Type.Enum([...COMPARISONS], {
      default: 'semaine',
      description:
        'Compared period: the same days of the week before (`semaine`; of as many weeks before as a longer period has), the days just before (`precedente`), or the same days of the week a year before (`annee`)',
    }),
  ),
})
export type PeriodSearch = Static<typeof PeriodSearch>

const totals = {
  ...counts,
  chiffreAffairesCents: SalesDay.properties.chiffreAffairesCents,
  panierMoyenCents: SalesDay.properties.panierMoyenCents,
}

const SalesPeriod = Shape('PeriodeDeVentes', {
  du: Day,
  au: Day,
  ...totals,
  points: Type.Array(
    Type.Object({
      jour: Day,
      heure: Nullable(Type.Integer({ description: 'Hour in Paris; null for a whole day' })),
      ...counts,
    }),
    { description: 'Every day of the period, or every hour of a single day' },
  ),
})
export type SalesPeriod = Static<typeof SalesPeriod>

export const PeriodFigures = Shape('ChiffresPeriode', {
  magasinId: Nullable(Id),
  maintenant: SalesFigures.properties.maintenant,
  heures: Nullable(
    Type.Integer({
      description:
        'If the period ends today, the number of hours of its last day that count, also on the compared day',
    }),
  ),
  periode: SalesPeriod,
  reference: SalesPeriod,
  magasins: Type.Array(
    Type.Object({
      magasinId: Id,
      ...totals,
      referenceCents: Type.Integer({ description: 'Turnover of the compared period' }),
    }),
    { description: 'Stores with sales in either period, highest turnover first; only for all stores' },
  ),
})
export type PeriodFigures = Static<typeof PeriodFigures>

export const BestSellers = Type.Array(
  Shape('ChiffresArticle', {
    articleId: Type.String(),
    nom: Type.String(),
    quantite: Type.Integer(),
    montantCents: Type.Integer({ description: 'Turnover of these units after promotions, in cents' }),
  }),
)

export type BestSellers = Static<typeof BestSellers>

export const PromotionFigures = Type.Array(
  Shape('ChiffresPromotion', {
    promotionId: Type.Integer(),
    description: Nullable(Type.String()),
    commandes: Type.Integer({ description: 'Number of paid orders discounted by the promotion' }),
    remiseCents: Type.Integer({ description: 'Total discount, in cents' }),
    montantCents: Type.Integer({ description: 'Turnover of these orders, in cents' }),
  }),
)

export type PromotionFigures = Static<typeof PromotionFigures>

export const FiguresRebuild = Shape('ReconstructionChiffres', {
  id: Type.Integer(),
  prochain: { ...Day, description: 'Next day to recount' },
  dernier: { ...Day, description: 'Last day to recount' },
  demandeeLe: Timestamp,
  finieLe: Nullable(Timestamp),
})
export type FiguresRebuild = Static<typeof FiguresRebuild>
