import { createStored } from './stored.ts'

/** The shop expects most addresses in this country: an ISO 3166-1 alpha-2 code. */
export const COUNTRY = 'FR'

const NONE = {
  email: '',
  prenom: '',
  nom: '',
  telephone: '',
  destinataire: '',
  rue: '',
  complement: '',
  codePostal: '',
  ville: '',
  pays: COUNTRY,
  societe: '',
  factureRue: '',
  factureComplement: '',
  factureCodePostal: '',
  factureVille: '',
  facturePays: COUNTRY,
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

/** Whether the invoice has another address than the delivery. */
export const isBilledElsewhere = createStored('billing', false, kept => kept === true, 'sessionStorage')

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

const FIVE_DIGITS = /^\d{5}$/
const FOUR_DIGITS = /^\d{4}$/
const POSTCODES: Record<string, RegExp> = {
  ...{ FR: FIVE_DIGITS, MC: FIVE_DIGITS, DE: FIVE_DIGITS, ES: FIVE_DIGITS, IT: FIVE_DIGITS },
  ...{ BE: FOUR_DIGITS, LU: FOUR_DIGITS, CH: FOUR_DIGITS, AT: FOUR_DIGITS, DK: FOUR_DIGITS },
}

/** Whether a text has the form of a postcode of the country, as far as the shop knows it. */
export const isPostcode = (text: string, country: string) =>
  (POSTCODES[country] ?? /^.{2,12}$/).test(text.trim())
