import Type, { type Static } from 'typebox'
import { ClosedShape, Id, Nullable, Nullish, Shape } from '../../platform/http/pages.ts'
import { ArticleRef, OrderId } from '../schemas.ts'

export const NewReturn = ClosedShape('NouveauRetour', {
  ordreId: Type.String({ minLength: 1, maxLength: 100 }),
  articles: Type.Array(
    Type.Object({ id: ArticleRef, quantite: Type.Integer({ minimum: 1, maximum: 2_147_483_647 }) }),
    { minItems: 1, maxItems: 200 },
  ),
  motif: Nullish(Type.String({ maxLength: 500 })),
  remisEnStock: Type.Optional(
    Type.Boolean({ default: false, description: 'Whether the goods return to the sellable stock' }),
  ),
  retractationId: Nullish({
    ...Id,
    description: 'Accepted withdrawal that the goods belong to; it ends once all its units are back',
  }),
  dejaRetournes: Nullish(
    Type.Integer({
      minimum: 0,
      maximum: Number.MAX_SAFE_INTEGER,
      description: 'Number of returned units that the caller last read; answers 409 if it has changed',
    }),
  ),
})
export type NewReturn = Static<typeof NewReturn>

/** The answer to a return: the fields of a refund, whose ids may be null, with the ids of the return and its order. */
export const ReturnAnswer = Shape('Retour', {
  retourId: Type.Integer(),
  ordreId: OrderId,
  transactionId: Nullable(Type.Integer({ description: 'Id of the payment; null if nothing was paid' })),
  refundId: Nullable(
    Type.Integer({
      description: 'Id of the refund; null while it is pending or if there is nothing to refund',
    }),
  ),
  status: Type.Enum(['accepte', 'en_attente'], {
    description: '`en_attente` if payments was unavailable; the refund is retried automatically',
  }),
  montant: Type.Number({ description: 'Amount to refund, in decimal euros' }),
  message: Type.String(),
})
export type ReturnAnswer = Static<typeof ReturnAnswer>
