import type { Shapes } from '../../api/client.ts'
import { contactOf } from './customer.ts'

type File = Shapes['DossierCommande']

/** Fields of an address with the names that shops give them; the first one is used if the address has none. */
const NAMES = {
  societe: ['societe', 'raisonSociale', 'entreprise', 'company'],
  prenom: ['prenom', 'firstName'],
  nom: ['nom', 'lastName', 'name'],
  telephone: ['telephone', 'telephoneMobile', 'mobile', 'tel', 'phone'],
  rue: ['rue', 'voie', 'street', 'adresse', 'address', 'ligne1', 'adresse1', 'line1'],
  complement: ['complement', 'ligne2', 'adresse2', 'line2'],
  codePostal: ['codePostal', 'code_postal', 'cp', 'postalCode', 'zip'],
  ville: ['ville', 'city', 'commune'],
  pays: ['pays', 'country'],
}
export type Kind = keyof typeof NAMES | 'email' | 'autre'
export type Field = { name: string; kind: Kind; value: string }

/** Names that the server accepts. */
const NAME = /^\p{L}[\p{L}\d_-]{0,49}$/u
const PERSON: readonly string[] = ['societe', 'prenom', 'nom', 'telephone'] satisfies Kind[]

const textOf = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : undefined

/** Whether an order keeps its pick-up point or store, so that only the name and telephone number can change. */
export const isCollected = ({ livraison }: File) =>
  livraison.mode === 'retrait' || Boolean(livraison.pointRelais)

/**
 * Returns the fields of the delivery address to edit, with unknown ones last. The customer's name and telephone number
 * fill in what the address lacks.
 */
export function addressFields(file: File): Field[] {
  const { adresseLivraison: address } = file
  const { name, phone } = contactOf(file)
  const known = Object.entries(NAMES).flatMap(([kind, names]): Field[] => {
    const own = names.find(name => textOf(address[name]))
    if (own === undefined && kind === 'prenom') return []
    return [{ name: own ?? names[0] ?? kind, kind: kind as Kind, value: textOf(address[own ?? '']) ?? '' }]
  })
  const isNamed = known.some(({ kind, value }) => kind !== 'telephone' && PERSON.includes(kind) && value)
  const filled = known.map(field => {
    if (field.kind === 'nom' && !isNamed) return { ...field, value: name }
    return field.kind === 'telephone' && !field.value ? { ...field, value: phone ?? '' } : field
  })
  if (isCollected(file)) return filled.filter(({ kind }) => PERSON.includes(kind))
  const others = Object.entries(address).flatMap(([name, value]): Field[] => {
    const text = textOf(value)
    const isOther = text !== undefined && NAME.test(name) && !known.some(field => field.name === name)
    return isOther ? [{ name, kind: 'autre', value: text }] : []
  })
  return [...filled, ...others]
}

/** Returns the contact fields of a guest; none for a customer, who is corrected on their own page. */
export const contactFields = ({ clientId, clientInfo }: File): Field[] =>
  clientId.startsWith('INVITE')
    ? (['prenom', 'nom', 'email', 'telephone'] as const).map(kind => {
        const names = kind === 'email' ? ['email'] : NAMES[kind]
        const name = names.find(each => textOf(clientInfo[each])) ?? kind
        return { name, kind, value: textOf(clientInfo[name]) ?? '' }
      })
    : []

export type Values = Record<string, string>
export const valuesOf = (fields: readonly Field[]): Values =>
  Object.fromEntries(fields.map(({ name, value }) => [name, value]))

/** Returns the fields that differ, for the call; null clears a field. */
export const changesOf = (fields: readonly Field[], values: Values) =>
  Object.fromEntries(
    fields.flatMap(({ name, value }) => {
      const text = (values[name] ?? '').trim()
      return text === value ? [] : [[name, text || null]]
    }),
  )
