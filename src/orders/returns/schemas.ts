import Type, { type Static } from 'typebox'
import { ClosedShape, Nullable, Nullish, Shape } from '../../platform/http/pages.ts'
import { ArticleRef, OrderId } from '../schemas.ts'

export const NewReturn = ClosedShape('NouveauRetour', {
  ordreId: Type.String({ minLength: 1, maxLength: 100 }),
  articles: Type.Array(
    Type.Object({ id: ArticleRef, quantite: Type.Integer({ minimum: 1, maximum: 2_147_483_647 }) }),
    { minItems: 1, maxItems: 200 },
  ),
  motif: Nullish(Type.String({ maxLength: 500 })),
  remisEnStock: Type.Optional(
    Type.Boolean({ default: false, description: 'Whether the goods can be sold again' }),
  ),
  dejaRetournes: Nullish(
    Type.Integer({
      minimum: 0,
      maximum: Number.MAX_SAFE_INTEGER,
      description: 'How many units had come back when the caller looked: 409 when it is another number now',
    }),
  ),
})
export type NewReturn = Static<typeof NewReturn>

/** The answer to a return; it has the shape of a refund. */
export const ReturnAnswer = Shape('Retour', {
  retourId: Type.Integer(),
  ordreId: OrderId,
  transactionId: Nullable(Type.Integer({ description: 'The payment; null when nothing was paid' })),
  refundId: Nullable(
    Type.Integer({ description: 'null while the refund waits, and when there is nothing to refund' }),
  ),
  status: Type.Enum(['accepte', 'en_attente'], {
    description: '`en_attente` when payments could not be reached: the refund is made as soon as it can',
  }),
  montant: Type.Number({ description: 'Decimal euros: what is given back' }),
  message: Type.String(),
})
export type ReturnAnswer = Static<typeof ReturnAnswer>
