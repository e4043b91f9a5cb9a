import { randomBytes } from 'node:crypto'
import { type Clock, today } from '../../platform/clock.ts'
import type { DatabasePool } from '../../platform/database/database.ts'
import { Problem } from '../../platform/problem.ts'
import type { Client, NewClient } from '../schemas.ts'
import { findByEmail, insertClients, type NewRow } from './store.ts'

type Optional = Omit<NewRow, 'nom' | 'prenom' | 'adresseMail'>

/** Returns the default values of a new customer, with a random identifier unless one is given. */
export const createDefaultClient = (
  idClient = `CLI_${randomBytes(4).toString('hex').toUpperCase()}`,
): Optional => ({
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
 * Merges the fields of `given` into a customer, except `idClient`: absent fields stay unchanged, null resets a field to
 * its default. The membership of a customer with a given level and no date starts on `today` (`YYYY-MM-DD`).
 */
export function mergeClient<Row extends Optional>(row: Row, given: NewClient, today: string): Row & NewRow {
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
 * Creates a loyalty customer. A well-formed, unused `idClient` is stored; any other is replaced by a random one. Throws 409
 * with the code `email-pris` if the e-mail belongs to an active customer, and with `client-supprime` if it belongs to a
 * deleted one.
 */
export async function createClient(db: DatabasePool, clock: Clock, client: NewClient): Promise<Client> {
  const { idClient: given } = client
  let idClient = typeof given === 'string' && IDENTIFIER.test(given) ? given : undefined
  for (; ; idClient = undefined) {
    const row = mergeClient(createDefaultClient(idClient), client, today(clock))
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
