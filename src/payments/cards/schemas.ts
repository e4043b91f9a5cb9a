import Type from 'typebox'
import { Shape } from '../../platform/http/pages.ts'
import { CARD } from '../tables.ts'

/** A customer as outside applications name one. */
export const CardOwner = Type.String({
  maxLength: 50,
  pattern: '^([1-9]\\d{0,14}|CLI_.+)$',
  description: "The loyalty customer's number, never an account's id, or a `CLI_` identifier",
})

export const SavedCardAnswer = Shape('CarteEnregistree', {
  id: Type.Integer(),
  clientFideliseId: Type.Union([Type.Integer(), Type.String()], {
    description:
      'The number of the loyalty customer; as text, the identifier of an account whose customer was not found',
  }),
  type: Type.String({ examples: [CARD] }),
  details: Type.Object({
    last4: Type.String(),
    expirationDate: Type.String({ description: 'MM/YYYY' }),
    cardHolderName: Type.String(),
    brand: Type.String(),
  }),
})

export const Acknowledgement = Shape('Message', { message: Type.String() })
