/** Shops choose the names of these fields. Fields of one list share a line. */
const LINES = [
  ['raisonSociale', 'societe', 'entreprise', 'company'],
  ['civilite', 'prenom', 'firstName', 'nom', 'lastName', 'name'],
  ['numero', 'rue', 'voie', 'street'],
  ['adresse', 'address', 'ligne1', 'adresse1', 'line1'],
  ['complement', 'ligne2', 'adresse2', 'line2'],
  ['codePostal', 'code_postal', 'cp', 'postalCode', 'zip', 'ville', 'city', 'commune'],
  ['pays', 'country'],
]
const KNOWN = new Set(LINES.flat())

const MAX_LENGTH = 200
const MAX_LINES = 12

const textOf = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number' ? String(value).trim().slice(0, MAX_LENGTH) : ''

/**
 * Returns the lines of an address as on a parcel. Further fields that help the delivery (a door code, a floor, a telephone)
 * follow.
 */
export function addressLines(given: unknown): string[] {
  if (typeof given !== 'object' || given === null)
    return textOf(given)
      .split(/\r?\n/)
      .flatMap(line => line.trim() || [])
      .slice(0, MAX_LINES)
  const texts = new Map(Object.entries(given).map(([name, value]) => [name, textOf(value)]))
  const known = LINES.map(names => names.flatMap(name => texts.get(name) || []).join(' '))
  const others = [...texts].flatMap(([name, text]) => (KNOWN.has(name) ? [] : text))
  return [...known, ...others].filter(line => line !== '').slice(0, MAX_LINES)
}
