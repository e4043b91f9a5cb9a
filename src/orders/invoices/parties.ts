import { issuesInvoices, type LegalSettings } from '../invoice-settings.ts'
import type { Order } from '../tables.ts'
import type { Buyer, Seller } from './schemas.ts'

/** The seller; undefined while required particulars are missing. */
export function sellerOf(settings: LegalSettings): Seller | undefined {
  const { legalName, legalAddress, legalSiret } = settings
  if (!issuesInvoices(settings) || !legalName || !legalAddress || !legalSiret) return undefined
  const siret = legalSiret.replaceAll(' ', '')
  return {
    nom: legalName,
    forme: settings.legalForm ?? null,
    adresse: legalAddress.split(';').flatMap(line => line.trim() || []),
    siren: siret.slice(0, 9),
    siret,
    immatriculation: settings.legalRegister ?? null,
    numeroTva: settings.legalVatNumber ?? null,
    franchiseTva: settings.legalVatExempt === '1',
    contact: settings.legalContact ?? null,
    mention: settings.legalNotice ?? null,
  }
}

type Given = Record<string, unknown>

/** Property names that shops use for parts of an address. Door codes and notes for the carrier are left out on purpose. */
const STREET = ['numero', 'rue', 'voie', 'street']
const SUPPLEMENT = [
  'adresse',
  'address',
  'ligne1',
  'ligne2',
  'ligne3',
  'adresse1',
  'adresse2',
  'complement',
  'line1',
  'line2',
]
const TOWN = ['codePostal', 'code_postal', 'cp', 'postalCode', 'zip', 'ville', 'city', 'commune']
const COUNTRY = ['pays', 'country']
const COMPANY = ['raisonSociale', 'societe', 'entreprise', 'company']
const PERSON = ['prenom', 'firstName', 'nom', 'lastName', 'name']

const MAX_LENGTH = 200
const MAX_LINES = 8

const isGiven = (value: unknown): value is Given =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const textOf = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number' ? String(value).trim().slice(0, MAX_LENGTH) : ''

const texts = (given: Given, names: readonly string[]) => names.flatMap(name => textOf(given[name]) || [])
const joined = (given: Given, names: readonly string[]) => texts(given, names).join(' ')

function addressOf(given: unknown): string[] {
  if (!isGiven(given))
    return textOf(given)
      .split(/\r?\n/)
      .flatMap(line => line.trim() || [])
      .slice(0, MAX_LINES)
  const known = [
    joined(given, STREET),
    ...texts(given, SUPPLEMENT),
    joined(given, TOWN),
    joined(given, COUNTRY),
  ]
  const lines = known.filter(line => line !== '')
  // Without a known property, all texts together are the address.
  return (lines.length > 0 ? lines : texts(given, Object.keys(given))).slice(0, MAX_LINES)
}

const nameOf = (given: Given) =>
  [...texts(given, COMPANY).slice(0, 1), joined(given, PERSON)].filter(Boolean).join(', ')

/** The buyer from the order's data: its invoice address if present, else the delivery address. */
export function buyerOf({
  clientInfo,
  adresseLivraison,
}: Pick<Order, 'clientInfo' | 'adresseLivraison'>): Buyer {
  const delivery = addressOf(adresseLivraison)
  const own = addressOf(clientInfo.adresseFacturation ?? clientInfo.adresse)
  const adresse = own.length > 0 ? own : delivery
  return {
    nom: nameOf(clientInfo) || nameOf(adresseLivraison) || textOf(clientInfo.email),
    adresse,
    livraison: adresse.join('\n') === delivery.join('\n') ? [] : delivery,
    siren: textOf(clientInfo.siren ?? clientInfo.siret) || null,
    numeroTva: textOf(clientInfo.numeroTva ?? clientInfo.numeroTVA) || null,
  }
}
