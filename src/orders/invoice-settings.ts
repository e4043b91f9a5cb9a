import Type, { type Static } from 'typebox'
import { Shaped, setting } from '../platform/settings.ts'

const text = (description: string, maxLength = 200) => Type.Optional(Type.String({ maxLength, description }))

/** The particulars of the seller on an invoice. The law requires those in `REQUIRED`. */
export const legalSettings = {
  legalName: setting('COMPTOIR_LEGAL_NAME', text('Name of the company, or of the sole trader')),
  legalForm: setting('COMPTOIR_LEGAL_FORM', text('Legal form and capital: SAS au capital de 10 000 €')),
  legalAddress: setting(
    'COMPTOIR_LEGAL_ADDRESS',
    text('Address of the registered office, its lines separated by semicolons', 500),
  ),
  legalSiret: setting(
    'COMPTOIR_LEGAL_SIRET',
    Type.Optional(
      Shaped(
        '^\\d{3} ?\\d{3} ?\\d{3} ?\\d{5}$',
        'the 14 digits of a SIRET',
        'SIRET; its first 9 digits are the SIREN',
      ),
    ),
  ),
  legalRegister: setting('COMPTOIR_LEGAL_REGISTER', text('Commercial register: RCS Paris')),
  legalVatNumber: setting(
    'COMPTOIR_LEGAL_VAT_NUMBER',
    Type.Optional(Shaped('^[A-Z]{2}[0-9A-Z]{2,13}$', 'a VAT number such as FR00123456789', 'VAT number')),
  ),
  legalVatExempt: setting(
    'COMPTOIR_LEGAL_VAT_EXEMPT',
    Type.Enum(['0', '1'], { default: '0', description: '1: no VAT is charged (franchise en base)' }),
  ),
  legalContact: setting('COMPTOIR_LEGAL_CONTACT', text('Telephone or e-mail address')),
  legalNotice: setting('COMPTOIR_LEGAL_NOTICE', text('Additional sentence at the end of each invoice', 500)),
}
const Legal = Type.Object(legalSettings)
export type LegalSettings = Static<typeof Legal>

/** The law does not allow an invoice without these, except that an exempt seller needs no VAT number. */
const REQUIRED = ['legalName', 'legalAddress', 'legalSiret', 'legalVatNumber'] as const

const variable = (name: keyof typeof legalSettings) => legalSettings[name].env

const missingIn = (settings: LegalSettings) =>
  REQUIRED.filter(name => settings[name] === undefined).filter(
    name => name !== 'legalVatNumber' || settings.legalVatExempt === '0',
  )

/** Whether every particular that an invoice requires is configured. */
export const issuesInvoices = (settings: LegalSettings) => missingIn(settings).length === 0

/**
 * Returns an error for the operator if some particulars are set but required ones are missing, otherwise an empty list.
 * Setting none turns invoices off.
 */
export function validateLegalSettings(settings: LegalSettings): string[] {
  const missing = missingIn(settings)
  const { legalVatExempt, ...texts } = settings
  const given =
    legalVatExempt === '1' || Object.keys(legalSettings).some(name => texts[name as keyof typeof texts])
  if (missing.length === 0 || !given) return []
  const names = missing.map(variable).join(', ')
  return [`Invoices cannot be issued without ${names}: set them too, or no COMPTOIR_LEGAL_ variable at all`]
}
