import { Problem } from '../../platform/problem.ts'
import type { DeliveryMethod, NewDeliveryMethod } from '../delivery-schemas.ts'
import { isCountry } from './countries.ts'

const invalid = (message: string) => new Problem(400, 'requete-invalide', `body/${message}`)

/** Returns a method with defaults for fields that are missing or null. */
export const applyDefaults = (given: NewDeliveryMethod): DeliveryMethod => ({
  code: given.code,
  nom: given.nom,
  description: given.description ?? null,
  type: given.type,
  zones: given.zones ?? [],
  tarifs: given.tarifs,
  offertDesCents: given.offertDesCents ?? null,
  delaiJours: given.delaiJours ?? null,
  suiviUrl: given.suiviUrl ?? null,
  tauxTva: given.tauxTva ?? null,
  actif: given.actif ?? true,
})

/** Checks the rules that the schema cannot express. Throws 400, which names the field and its value. */
export function checkMethod({ zones, tarifs, delaiJours, suiviUrl }: DeliveryMethod) {
  for (const [i, { pays }] of zones.entries())
    if (!isCountry(pays)) throw invalid(`zones/${i}/pays is ${pays}, which is no ISO 3166-1 alpha-2 code`)
  const first = new Map<string, number>()
  for (const [i, { aPartirDeCents, jusquAGrammes }] of tarifs.entries()) {
    const same = first.getOrInsert(`${aPartirDeCents} ${jusquAGrammes}`, i)
    if (same !== i)
      throw invalid(
        `tarifs/${i} has the aPartirDeCents ${aPartirDeCents} and jusquAGrammes ${jusquAGrammes} of tarifs/${same}; only one of them may`,
      )
  }
  if (delaiJours && delaiJours.min > delaiJours.max)
    throw invalid(`delaiJours/min is ${delaiJours.min}; it must be at most max, ${delaiJours.max}`)
  const address = suiviUrl === null ? undefined : URL.parse(suiviUrl)
  if (suiviUrl !== null && !(address?.protocol === 'https:' && suiviUrl.includes('{numero}')))
    throw invalid(`suiviUrl is ${suiviUrl}; it must be an https address that contains {numero}`)
}
