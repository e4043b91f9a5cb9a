import Type, { type Static } from 'typebox'
import {
  Id,
  LastMoment,
  Limit,
  Nullable,
  Nullish,
  Page,
  PageOf,
  Shape,
  Timestamp,
} from '../../platform/http/pages.ts'

const Count = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })

export const NewCodes = Shape('NouveauxCodesPromotion', {
  promotionId: Id,
  code: Nullish(
    Type.String({
      maxLength: 100,
      description: '4 to 40 letters or digits, with spaces and hyphens between them; not with `nombre`',
      examples: ['RENTREE-10'],
    }),
  ),
  nombre: Nullish(
    Type.Integer({
      minimum: 1,
      maximum: 100_000,
      description: 'Number of codes to generate; not with `code`',
    }),
  ),
  prefixe: Nullish(
    Type.String({
      maxLength: 50,
      description: 'Beginning of generated codes, at most 20 letters or digits; only with `nombre`',
    }),
  ),
  utilisationsMax: Nullish({
    ...Count,
    description: 'Maximum uses of each code; null: no limit. By default null for `code` and 1 for `nombre`',
  }),
  utilisationsParClient: Nullish({
    ...Count,
    description: 'Maximum uses of each code by one customer, who must be proven; null: no limit',
  }),
  dateFin: Nullish(LastMoment('Last instant at which the codes are valid')),
})
export type NewCodes = Static<typeof NewCodes>

export const PromotionCode = Shape('CodePromotion', {
  id: Type.Integer(),
  code: Type.String(),
  promotionId: Type.Integer(),
  utilisationsMax: Nullable(Type.Integer({ description: 'Null: no limit' })),
  utilisationsParClient: Nullable(Type.Integer({ description: 'Null: no limit' })),
  dateFin: Nullable(Timestamp),
  utilisations: Type.Integer({ description: 'Number of uses by orders that are paid or may still be paid' }),
  createdAt: Timestamp,
  revoqueLe: Nullable(Timestamp),
})
export type PromotionCode = Static<typeof PromotionCode>

/** The created code as JSON, or the generated ones as CSV. */
export const CreatedCodes = {
  description: 'The created code or, with `nombre`, the generated codes as CSV with the header `code`',
  content: {
    'application/json': { schema: PromotionCode },
    'text/csv': { schema: Type.String({ description: 'One code a line' }) },
  },
}

export const CodeSearch = Type.Object({
  promotionId: Type.Optional(Id),
  search: Type.Optional(
    Type.String({
      maxLength: 100,
      description: 'Part of the code; case, spaces and hyphens do not matter',
    }),
  ),
  page: Page(),
  limit: Limit(20),
})
export type CodeSearch = Static<typeof CodeSearch>

export const CodePage = PageOf('PageCodesPromotion', PromotionCode)
