import Type, { type Static } from 'typebox'
import { ClosedShape, Nullish, Shape } from '../../platform/http/pages.ts'
import { Shapeless } from '../schemas.ts'

const Fields = (description: string) =>
  Nullish(
    Type.Record(
      Type.String({ pattern: '^\\p{L}[\\p{L}\\d_-]{0,49}$' }),
      Type.Union([Type.String({ maxLength: 200 }), Type.Null()]),
      { additionalProperties: false, description },
    ),
  )

export const RecipientCorrection = ClosedShape('CorrectionDestinataire', {
  adresseLivraison: Fields(
    'Fields of the delivery address to change; null or an empty text removes one. Orders for a pick-up point or a store accept the name and the telephone number alone',
  ),
  clientInfo: Fields("Fields of the customer's details to change; only for a guest"),
  versionDestinataire: Nullish(Type.Integer({ description: 'Version last read; 409 if it has changed' })),
})
export type RecipientCorrection = Static<typeof RecipientCorrection>

export const CorrectedRecipient = Shape('DestinataireCommande', {
  adresseLivraison: Shapeless,
  clientInfo: Shapeless,
  versionDestinataire: Type.Integer({ description: 'Number of corrections' }),
})
export type CorrectedRecipient = Static<typeof CorrectedRecipient>
