import { randomBytes } from 'node:crypto'
import type { NewClient } from '../schemas.ts'
import type { NewRow } from './store/clients.ts'

type Optional = Omit<NewRow, 'nom' | 'prenom' | 'adresseMail'>

/** What a customer has before anything is known of them; with an identifier of their own. */
export const newcomer = (idClient = `CLI_${randomBytes(4).toString('hex').toUpperCase()}`): Optional => ({
  idClient,
  civilite: null,
  anniversaire: null,
  telephone: null,
  adresse: null,
  niveauFidelisation: 'Standard',
  pointsFidelite: 0,
  dateDebutFidelisation: null,
})

/**
 * What a customer is after `given`: fields that it leaves out stay as they were, null clears them. `today` (`YYYY-MM-DD`)
 * is when a level begins that comes without its date.
 */
export function complete<Held extends Optional>(held: Held, given: NewClient, today: string): Held & NewRow {
  const { idClient: _, ...fields } = given
  const all = { ...(held as Optional), ...fields }
  return {
    ...held,
    ...(all as NewRow),
    niveauFidelisation: all.niveauFidelisation ?? 'Standard',
    pointsFidelite: all.pointsFidelite ?? 0,
    dateDebutFidelisation: all.dateDebutFidelisation ?? (given.niveauFidelisation ? today : null),
  }
}
