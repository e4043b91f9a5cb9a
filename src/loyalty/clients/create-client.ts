import type { Clock } from '../../platform/clock.ts'
import { today } from '../../platform/clock.ts'
import type { DatabasePool } from '../../platform/database/database.ts'
import { Problem } from '../../platform/problem.ts'
import type { Client, NewClient } from '../schemas.ts'
import { complete, newcomer } from './complete.ts'
import { findByEmail, insertClients } from './store/clients.ts'

const IDENTIFIER = /^CLI_[0-9A-Fa-f]{1,46}$/

/**
 * Creates a loyalty customer. A well-formed, unused `idClient` is kept; any other is replaced by a new one.
 * 409 when the e-mail is taken, with another message when its customer was deleted.
 */
export async function createClient(db: DatabasePool, clock: Clock, client: NewClient): Promise<Client> {
  const { idClient: given } = client
  let idClient = typeof given === 'string' && IDENTIFIER.test(given) ? given : undefined
  for (; ; idClient = undefined) {
    const row = complete(newcomer(idClient), client, today(clock))
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
