import Type, { type Static } from 'typebox'
import {
  Id,
  LastMoment,
  Nullable,
  Nullish,
  Page,
  Limit as PageLimit,
  PageOf,
  Shape,
  Timestamp,
} from '../../platform/http/pages.ts'

const Limit = (description: string) =>
  Nullish(Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, description }))

const format = 'letters or digits, with spaces and hyphens between them'

export const NewCodes = Shape('NouveauxCodesPromotion', {
  promotionId: Id,
  code: Nullish(Type.String({ maxLength: 100, description: `4 to 40 ${format}`, examples: ['RENTREE-10'] })),
  nombre: Nullish(
    Type.Integer({ minimum: 1, maximum: 100_000, description: 'Codes to generate, instead of `code`' }),
  ),
  prefixe: Nullish(
    Type.String({ maxLength: 50, description: `Beginning of generated codes: at most 20 ${format}` }),
  ),
  utilisationsMax: Limit('Uses of each code; null: no limit. By default null for `code`, 1 for `nombre`'),
  utilisationsParClient: Limit('Uses of each code by one customer; null: no limit'),
  dateFin: Nullish(LastMoment('End of the codes')),
})
export type NewCodes = Static<typeof NewCodes>

export const PromotionCode = Shape('CodePromotion', {
  id: Type.Integer(),
  code: Type.String(),
  promotionId: Type.Integer(),
  utilisationsMax: Nullable(Type.Integer()),
  utilisationsParClient: Nullable(Type.Integer()),
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
    Type.String({ maxLength: 100, description: 'Part of the code, compared like codes' }),
  ),
  page: Page(),
  limit: PageLimit(20),
})
export type CodeSearch = Static<typeof CodeSearch>

export const CodePage = PageOf('PageCodesPromotion', PromotionCode)
