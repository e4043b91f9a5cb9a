import { randomBytes } from 'node:crypto'
import { type Clock, today } from '../../platform/clock.ts'
import type { DatabasePool } from '../../platform/database/database.ts'
import { Problem } from '../../platform/problem.ts'
import type { Client, NewClient } from '../schemas.ts'
import { findByEmail, insertClients, type NewRow } from './store.ts'

type Optional = Omit<NewRow, 'nom' | 'prenom' | 'adresseMail'>

/** Default values of a new customer. */
export const newClient = (idClient = `CLI_${randomBytes(4).toString('hex').toUpperCase()}`): Optional => ({
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
 * Merges `given` into a customer: absent fields stay unchanged, null clears them. `today` (`YYYY-MM-DD`) is the start of a
 * level that is given without its date.
 */
export function complete<Row extends Optional>(row: Row, given: NewClient, today: string): Row & NewRow {
  const { idClient: _, ...fields } = given
  const all = { ...(row as Optional), ...fields }
  return {
    ...row,
    ...(all as NewRow),
    niveauFidelisation: all.niveauFidelisation ?? 'Standard',
    pointsFidelite: all.pointsFidelite ?? 0,
    dateDebutFidelisation: all.dateDebutFidelisation ?? (given.niveauFidelisation ? today : null),
  }
}

const IDENTIFIER = /^CLI_[0-9A-Fa-f]{1,46}$/

/**
 * Creates a loyalty customer. A well-formed, unused `idClient` is used; any other is replaced by a new one. Throws 409 if
 * the e-mail is taken, with a separate message if its customer is deleted.
 */
export async function createClient(db: DatabasePool, clock: Clock, client: NewClient): Promise<Client> {
  const { idClient: given } = client
  let idClient = typeof given === 'string' && IDENTIFIER.test(given) ? given : undefined
  for (; ; idClient = undefined) {
    const row = complete(newClient(idClient), client, today(clock))
    const [created] = await db.transaction(tx => insertClients(tx, [row], clock.now()))
    if (created) return created
    const holder = await findByEmail(db, client.adresseMail)
    if (holder?.deletedAt)
      throw new Problem(
        409,
        'client-supprime',
        'Un client supprimé utilise cette adresse e-mail : contactez un administrateur pour le réactiver',
      )
    if (holder) throw new Problem(409, 'email-pris', 'Un client utilise déjà cette adresse e-mail')
  }
}
