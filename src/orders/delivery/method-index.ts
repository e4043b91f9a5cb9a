import { Problem } from '../../platform/problem.ts'
import type { DeliveryMethod } from '../delivery-schemas.ts'
import { isCountry } from './countries.ts'

/**
 * A method with its zones indexed once for many baskets: the prefixes of each country, an empty one for the whole
 * country; null for everywhere.
 */
export type IndexedMethod = { method: DeliveryMethod; zones: ReadonlyMap<string, ReadonlySet<string>> | null }

export const indexMethods = (methods: readonly DeliveryMethod[]): IndexedMethod[] =>
  methods.map(method => ({ method, zones: indexZones(method) }))

function indexZones({ type, zones }: DeliveryMethod) {
  if (type === 'retrait' || zones.length === 0) return null
  const index = new Map<string, Set<string>>()
  for (const { pays, prefixes } of zones) {
    const known = index.getOrInsertComputed(pays, () => new Set())
    for (const prefix of prefixes.length > 0 ? prefixes : ['']) known.add(prefix)
  }
  return index
}

/** An address as zones match it: a country code in capitals; the capitals and digits of a postcode. */
export type Address = { pays: string; codePostal: string }

const MAX_PREFIX = 10

export function matchesZone({ zones }: IndexedMethod, { pays, codePostal }: Address): boolean {
  if (zones === null) return true
  const prefixes = zones.get(pays)
  if (!prefixes) return false
  for (let length = 0; length <= Math.min(MAX_PREFIX, codePostal.length); length++)
    if (prefixes.has(codePostal.slice(0, length))) return true
  return false
}

/** Parses the address of a basket or an order with a method. Throws 400 for an unknown country. */
export function parseAddress({ codePostal, pays }: { codePostal?: unknown; pays?: unknown }): Address {
  const country = pays === undefined || pays === null || pays === '' ? 'FR' : pays
  const code = typeof country === 'string' ? country.toUpperCase() : ''
  if (!isCountry(code))
    throw new Problem(
      400,
      'requete-invalide',
      `adresseLivraison.pays is ${JSON.stringify(country).slice(0, 50)}; it must be an ISO 3166-1 alpha-2 code such as FR`,
    )
  const postcode = typeof codePostal === 'string' || typeof codePostal === 'number' ? String(codePostal) : ''
  return { pays: code, codePostal: postcode.toUpperCase().replaceAll(/[^A-Z0-9]/g, '') }
}
