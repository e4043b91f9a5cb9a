import { createStored } from './stored.ts'

const NONE = {
  email: '',
  prenom: '',
  nom: '',
  telephone: '',
  rue: '',
  codePostal: '',
  ville: '',
  pointNom: '',
  pointAdresse: '',
  pointId: '',
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

export type Delivery = {
  mode: 'domicile' | 'retrait'
  /** The store of a collection; remembered while another delivery is chosen. */
  magasinId?: number
  /** The chosen delivery method; undefined while none is chosen and where the platform has none. */
  code?: string
}

export const delivery = createStored<Delivery>(
  'delivery',
  { mode: 'domicile' },
  kept => {
    const { mode, magasinId, code }: Record<string, unknown> = { ...Object(kept) }
    return {
      mode: mode === 'retrait' ? mode : 'domicile',
      ...(typeof magasinId === 'number' && { magasinId }),
      ...(typeof code === 'string' && { code }),
    }
  },
  'sessionStorage',
)

/** The shop delivers in this country: an ISO 3166-1 alpha-2 code. */
export const COUNTRY = 'FR'

export const isPostcode = (text: string) => /^\d{5}$/.test(text.trim())
