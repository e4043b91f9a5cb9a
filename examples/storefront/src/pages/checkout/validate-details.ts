import { type Details, type FieldName, isPostcode } from '../../state/checkout.ts'
import type { Session } from '../../state/session.ts'

const CONTACT = ['email', 'prenom', 'nom'] as const
const ADDRESS = ['rue', 'codePostal', 'ville'] as const
const BILLING = ['factureRue', 'factureCodePostal', 'factureVille'] as const
const PICK_UP_POINT = ['pointNom', 'pointAdresse', 'pointId'] as const
export type DetailError = 'missing' | 'email' | 'postcode'

/** The type of a delivery; undefined while no method is chosen. */
export type DeliveryType = 'domicile' | 'relais' | 'retrait' | undefined

/** The fields that a delivery needs, in the order in which the page shows them. */
const fieldsOf = (type: DeliveryType): readonly FieldName[] => {
  if (type === 'relais') return ['codePostal', ...PICK_UP_POINT, 'rue', 'ville']
  return type === 'domicile' ? ADDRESS : []
}

/** Validation errors by field. An account already has the contact data. */
export function validateDetails(
  given: Details,
  type: DeliveryType,
  { session, isBilledElsewhere }: { session: Session | undefined; isBilledElsewhere: boolean },
) {
  const faults: Partial<Record<FieldName, DetailError>> = {}
  const billing = isBilledElsewhere ? BILLING : []
  for (const name of [...(session ? [] : CONTACT), ...fieldsOf(type), ...billing])
    if (given[name].trim() === '') faults[name] = 'missing'
  if (!session && !faults.email && !/^\S+@\S+\.\S+$/.test(given.email.trim())) faults.email = 'email'
  if (fieldsOf(type).includes('codePostal') && !faults.codePostal)
    if (!isPostcode(given.codePostal, given.pays)) faults.codePostal = 'postcode'
  if (isBilledElsewhere && !faults.factureCodePostal)
    if (!isPostcode(given.factureCodePostal, given.facturePays)) faults.factureCodePostal = 'postcode'
  return faults
}
