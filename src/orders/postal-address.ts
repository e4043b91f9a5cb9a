const COMPANY = ['raisonSociale', 'societe', 'entreprise', 'company']
const PERSON = ['prenom', 'firstName', 'nom', 'lastName', 'name']
const PHONE = ['telephone', 'telephoneMobile', 'mobile', 'tel', 'phone']

/** Shops choose the names of these fields. Fields of one list share a line. */
const PLACE = [
  ['numero', 'rue', 'voie', 'street'],
  ['adresse', 'address', 'ligne1', 'adresse1', 'line1'],
  ['complement', 'ligne2', 'adresse2', 'line2'],
  ['ligne3'],
  ['codePostal', 'code_postal', 'cp', 'postalCode', 'zip', 'ville', 'city', 'commune'],
  ['pays', 'country'],
]
const PARCEL = [COMPANY, ['civilite', ...PERSON], ...PLACE]
const KNOWN = new Set([...PARCEL.flat(), ...PHONE])

const RECIPIENT = new Set(['civilite', ...COMPANY, ...PERSON, ...PHONE])

const MAX_LENGTH = 200
const MAX_LINES = 12

type Fields = Readonly<Record<string, unknown>>

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Whether a field of an address is a part of the name or a telephone number. */
export const isRecipientField = (name: string) => RECIPIENT.has(name)

/** Returns a field of an address as trimmed, truncated text; empty for a value that is neither text nor a number. */
export const addressText = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number' ? String(value).trim().slice(0, MAX_LENGTH) : ''

const textsOf = (fields: Fields, names: readonly string[]) =>
  names.flatMap(name => addressText(fields[name]) || [])

const joined = (fields: Fields, names: readonly string[]) => textsOf(fields, names).join(' ')

/** Returns the name in an address, as in “Dupont SARL, Ada Love”. */
export const addresseeOf = (fields: Fields) =>
  [...textsOf(fields, COMPANY).slice(0, 1), joined(fields, PERSON)].filter(Boolean).join(', ')

/** Returns the telephone number in an address; empty without one. */
export const phoneIn = (address: unknown) => (isFields(address) ? (textsOf(address, PHONE)[0] ?? '') : '')

/** Returns the name and the telephone number of a customer, each unless their delivery address has its own. */
export function recipientOf(address: Fields, customer: Fields): Fields {
  const added = [...(addresseeOf(address) ? [] : [...COMPANY, ...PERSON]), ...(phoneIn(address) ? [] : PHONE)]
  return Object.fromEntries(Object.entries(customer).filter(([name]) => added.includes(name)))
}

/**
 * Returns up to 12 lines of an address, which may also be a text with line breaks. On a parcel the name comes first,
 * and unknown fields, which may help the delivery (a door code, a floor), come last. Elsewhere both are left out,
 * unless the address has no known field of a place. A telephone number is no line.
 */
export function addressLines(given: unknown, { parcel }: { parcel: boolean }): string[] {
  if (!isFields(given))
    return addressText(given)
      .split(/\r?\n/)
      .flatMap(line => line.trim() || [])
      .slice(0, MAX_LINES)
  const lines = (parcel ? PARCEL : PLACE).flatMap(names => joined(given, names) || [])
  const names = Object.keys(given)
  if (parcel)
    lines.push(
      ...textsOf(
        given,
        names.filter(name => !KNOWN.has(name)),
      ),
    )
  return (lines.length > 0 ? lines : textsOf(given, names)).slice(0, MAX_LINES)
}
