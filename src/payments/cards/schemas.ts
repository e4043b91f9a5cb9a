import Type from 'typebox'
import { Shape } from '../../platform/http/pages.ts'
import { CARD } from '../tables.ts'

/** A customer as outside applications name one: loyalty's number, the account's id or the `CLI_` identifier. */
export const CardOwner = Type.String({
  maxLength: 50,
  pattern: '^([1-9]\\d{0,14}|CLI_.+)$',
  description: 'The customer: a number, or a `CLI_` identifier',
})

export const SavedCardAnswer = Shape('CarteEnregistree', {
  id: Type.Integer(),
  clientFideliseId: Type.Union([Type.Integer(), Type.String()], {
    description: 'What the card is saved under: a number, or a `CLI_` identifier',
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
