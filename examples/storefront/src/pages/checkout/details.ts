import type { Session } from '../../state/session.ts'
import { createStored } from '../../state/stored.ts'

const NONE = {
  email: '',
  prenom: '',
  nom: '',
  telephone: '',
  rue: '',
  codePostal: '',
  ville: '',
}
export type Details = typeof NONE
export type FieldName = keyof Details

/** Stored until the window is closed: a shopper who returns from the payment page finds their input. */
export const details = createStored<Details>(
  'details',
  NONE,
  kept => ({ ...NONE, ...(typeof kept === 'object' && kept !== null ? kept : {}) }),
  'sessionStorage',
)

export type Delivery = { mode: 'domicile' } | { mode: 'retrait'; magasinId: number | undefined }

export const delivery = createStored<Delivery>(
  'delivery',
  { mode: 'domicile' },
  kept =>
    typeof kept === 'object' && kept !== null && 'magasinId' in kept && typeof kept.magasinId === 'number'
      ? { mode: 'retrait', magasinId: kept.magasinId }
      : { mode: 'domicile' },
  'sessionStorage',
)

const CONTACT = ['email', 'prenom', 'nom'] as const
const ADDRESS = ['rue', 'codePostal', 'ville'] as const
export type DetailError = 'missing' | 'email' | 'postcode'

/** Validation errors by field. An account already has the contact data. */
export function validateDetails(given: Details, { mode }: Delivery, session: Session | undefined) {
  const faults: Partial<Record<FieldName, DetailError>> = {}
  for (const name of [...(session ? [] : CONTACT), ...(mode === 'domicile' ? ADDRESS : [])])
    if (given[name].trim() === '') faults[name] = 'missing'
  if (!session && !faults.email && !/^\S+@\S+\.\S+$/.test(given.email.trim())) faults.email = 'email'
  if (mode === 'domicile' && !faults.codePostal && !/^\d{5}$/.test(given.codePostal.trim()))
    faults.codePostal = 'postcode'
  return faults
}
