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

const GROUPINGS = ['categorie', 'fournisseur', 'paiement'] as const

export const GroupSearch = Type.Object({
  ...PeriodSearch.properties,
  par: Type.Enum([...GROUPINGS], {
    default: 'categorie',
    description:
      'Groups by category or preferred supplier of the products, both as they were when the order was placed, or by means of payment',
  }),
})
export type GroupSearch = Static<typeof GroupSearch>

const groupCounts = {
  commandes: Type.Integer({
    description: 'Number of paid orders with an article of the group; an order may be in several groups',
  }),
  quantite: Type.Integer({ description: 'Number of units sold' }),
  chiffreAffairesCents: Type.Integer({
    description:
      'Turnover after promotions, less refunds: those of returns by their articles, others in proportion to the prices of the order',
  }),
}

export const GroupFigures = Shape('ChiffresGroupes', {
  magasinId: Nullable(Id),
  maintenant: SalesFigures.properties.maintenant,
  heures: PeriodFigures.properties.heures,
  periode: Type.Object({ du: Day, au: Day }),
  reference: Type.Object({ du: Day, au: Day }),
  groupes: Type.Array(
    Type.Object({
      nature: Type.Enum([...GROUPINGS, 'livraison', 'non_reparti'], {
        description:
          '`livraison` is the price of deliveries; `non_reparti` is the turnover that was counted before there were groups, until the figures are rebuilt',
      }),
      cle: Nullable(
        Type.String({
          description:
            'Category path, supplier id, or means of payment such as `carte_bancaire visa`, `carte_bancaire stripe`, `especes` and `gratuit`; null for none or an unknown one',
        }),
      ),
      nom: Nullable(Type.String({ description: 'Name of the category or supplier' })),
      ...groupCounts,
      reference: Type.Object(groupCounts, { description: 'The same figures of the compared period' }),
    }),
    {
      description:
        'Groups with sales or refunds in either period, highest turnover first; they add up to the turnover of the period',
    },
  ),
})
export type GroupFigures = Static<typeof GroupFigures>

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
