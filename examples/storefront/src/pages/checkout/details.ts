import type { Session } from '../../state/session.ts'
import { stored } from '../../state/stored.ts'

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

/** Kept while the window is open: who comes back from the payment page finds what they typed. */
export const details = stored<Details>(
  'details',
  NONE,
  kept => ({ ...NONE, ...(typeof kept === 'object' && kept !== null ? kept : {}) }),
  'sessionStorage',
)

export type Delivery = { mode: 'domicile' } | { mode: 'retrait'; magasinId: number | undefined }

export const delivery = stored<Delivery>(
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
export type Fault = 'missing' | 'email' | 'postcode'

/** What is still wrong, by field. An account has said already who its customer is. */
export function faultsOf(given: Details, { mode }: Delivery, session: Session | undefined) {
  const faults: Partial<Record<FieldName, Fault>> = {}
  for (const name of [...(session ? [] : CONTACT), ...(mode === 'domicile' ? ADDRESS : [])])
    if (given[name].trim() === '') faults[name] = 'missing'
  if (!session && !faults.email && !/^\S+@\S+\.\S+$/.test(given.email.trim())) faults.email = 'email'
  if (mode === 'domicile' && !faults.codePostal && !/^\d{5}$/.test(given.codePostal.trim()))
    faults.codePostal = 'postcode'
  return faults
}
