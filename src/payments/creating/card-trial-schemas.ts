import Type from 'typebox'
import { Shape } from '../../platform/http/pages.ts'
import { problemFields } from '../../platform/problem.ts'
import { Currency, MinorUnits, Name, Status } from '../schemas.ts'

export const CardTrial = Shape('EssaiCarte', {
  cardNumber: Name(40),
  amount: MinorUnits,
  currency: Currency,
})

export const CardTrialAnswer = Shape('ResultatEssaiCarte', {
  status: Status,
  authorizationId: Type.String(),
  message: Type.String(),
})

/** A refused card: an error like any other, with what became of the try. */
export const CardTrialRefusal = Shape('RefusEssaiCarte', {
  ...problemFields,
  message: Type.String(),
  status: Status,
  authorizationId: Type.String(),
})
