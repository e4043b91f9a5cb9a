import Type, { type Static } from 'typebox'
import {
  LastMoment,
  Limit,
  Moment,
  Nullable,
  Nullish,
  Page,
  Pagination,
  Shape,
  Timestamp,
} from '../platform/http/pages.ts'
import { Problem } from '../platform/problem.ts'

/** The product of quantity and price has the same maximum (`isExact`). */
const Quantity = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })
const Cents = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, description: 'In cents' })
const ARTICLE = 'Id of the product'

export const Item = Shape('LigneAchat', {
  articleId: Type.String({ minLength: 1, maxLength: 255, description: ARTICLE }),
  articleName: Type.String({ minLength: 1, maxLength: 1000 }),
  unitPrice: Cents,
  quantity: Quantity,
  category: Nullish(Type.String({ maxLength: 1000 })),
})
export type Item = Static<typeof Item>

/** A customer's numeric id or `CLI_` identifier. */
export const clientRef = { minLength: 1, maxLength: 50, pattern: '^[A-Za-z0-9_-]+$' }

export const Purchase = Shape('Achat', {
  id: Type.Integer(),
  clientId: Type.Integer({ description: "The customer's numeric id" }),
  articleId: Type.String({ description: ARTICLE }),
  articleName: Type.String(),
  quantity: Type.Integer(),
  category: Nullable(Type.String()),
  unitPrice: Type.Integer({ description: 'In cents' }),
  totalAmount: Type.Integer({ description: 'In cents' }),
  loyaltyPointsEarned: Type.Integer({ description: 'Points earned: one per whole euro' }),
  purchaseDate: Timestamp,
  createdAt: Timestamp,
  updatedAt: Timestamp,
  deletedAt: Nullable(Timestamp),
})
export type Purchase = Static<typeof Purchase>

/** A purchase entered by staff. */
export const NewPurchase = Shape('NouvelAchat', {
  clientId: Type.Union([Type.String({ minLength: 1, maxLength: 255 }), Type.Integer({ minimum: 1 })]),
  purchaseDate: Moment(),
  purchases: Type.Array(Item, { minItems: 1, maxItems: 1000 }),
})
export type NewPurchase = Static<typeof NewPurchase>

export const PurchaseChange = Shape('ChangementAchat', {
  articleId: Type.Optional(Item.properties.articleId),
  articleName: Type.Optional(Item.properties.articleName),
  unitPrice: Type.Optional(Cents),
  quantity: Type.Optional(Quantity),
})
export type PurchaseChange = Static<typeof PurchaseChange>

export const RecordedPurchases = Shape('AchatsEnregistres', {
  message: Type.String(),
  data: Type.Array(Purchase),
})
export const MessageAnswer = Shape('Message', { message: Type.String() })

const amount = (description: string) =>
  Type.Optional(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, description }))

export const HistorySearch = Type.Object({
  page: Page(),
  limit: Limit(10),
  dateFrom: Type.Optional(Moment('Inclusive')),
  dateTo: Type.Optional(LastMoment('Inclusive')),
  minAmount: amount('Minimum `totalAmount`, in cents'),
  maxAmount: amount('Maximum `totalAmount`, in cents'),
  articleId: Type.Optional(Type.String({ description: ARTICLE })),
  articleName: Type.Optional(Type.String({ description: 'Part of the name, ignoring case and accents' })),
})
export type HistorySearch = Static<typeof HistorySearch>

export const History = Shape('Historique', { data: Type.Array(Purchase), meta: Pagination })

export const HabitLimits = Type.Object({ limitItems: Limit(5), limitCategories: Limit(5) })
export type HabitLimits = Static<typeof HabitLimits>

const sums = { totalQuantity: Type.Integer(), totalAmount: Type.Integer({ description: 'In cents' }) }

export const Habits = Shape('Habitudes', {
  topCategories: Type.Array(Type.Object({ category: Type.String(), ...sums })),
  topItems: Type.Array(Type.Object({ articleId: Type.String(), articleName: Type.String(), ...sums })),
  meta: Type.Object({
    period: Type.Literal('last_12_months'),
    asOf: Timestamp,
    limits: Type.Object({ limitItems: Type.Integer(), limitCategories: Type.Integer() }),
  }),
})
export type Habits = Static<typeof Habits>

export const Months = Shape('AchatsParMois', {
  data: Type.Array(
    Type.Object({
      mois: Type.String({ description: 'Month in Paris, `YYYY-MM`', examples: ['2026-11'] }),
      ...sums,
    }),
    { description: 'The last 24 months, oldest first; months without a purchase are omitted' },
  ),
  total: Type.Object(sums),
})

export const ClientParam = Type.Object({ clientId: Type.String({ minLength: 1, maxLength: 255 }) })
export const HabitsParam = Type.Object({ id: Type.String({ minLength: 1, maxLength: 255 }) })

const MAX_TOTAL = Number.MAX_SAFE_INTEGER

export const totalTooLarge = (line: string) =>
  new Problem(400, 'montant-trop-grand', `${line}: quantity x unitPrice must not exceed ${MAX_TOTAL}`)

/** Whether JSON represents the total exactly. A larger product may be rounded, but never to this maximum or below. */
export const isExact = (totalAmount: number) => totalAmount <= MAX_TOTAL

/** Throws a 400 that names the first line whose total would not be exact. */
export function checkTotals(items: readonly Pick<Item, 'quantity' | 'unitPrice'>[], path: string) {
  for (const [i, { quantity, unitPrice }] of items.entries())
    if (!isExact(quantity * unitPrice)) throw totalTooLarge(`${path}/${i}`)
}

export const ReconciledHistory = Type.Object({
  ordreId: Type.String(),
  situee: Type.Boolean({ description: 'Whether the purchases were recorded with their order id' }),
  remboursee: Type.Boolean(),
  lignes: Type.Integer({ description: 'Number of existing rows' }),
  montantCents: Type.Integer(),
  modifiees: Type.Integer({ description: 'Number of rows changed manually' }),
  supprimees: Type.Integer(),
  supprimeesCents: Type.Integer(),
})
export type ReconciledHistory = Static<typeof ReconciledHistory>
