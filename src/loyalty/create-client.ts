import { randomBytes } from 'node:crypto'
import type { Clock } from '../platform/clock.ts'
import { today } from '../platform/clock.ts'
import type { DatabasePool } from '../platform/database/database.ts'
import { Problem } from '../platform/http/problem.ts'
import type { Client, NewClient } from './schemas.ts'
import { findByEmail, insertClient } from './store.ts'

const IDENTIFIER = /^CLI_[0-9A-Fa-f]{1,46}$/
const newIdentifier = () => `CLI_${randomBytes(4).toString('hex').toUpperCase()}`

/**
 * Creates a loyalty customer. A well-formed, unused `idClient` is kept; any other is replaced by a new one.
 * 409 when the e-mail is taken, with another message when its customer was deleted.
 */
export async function createClient(db: DatabasePool, clock: Clock, client: NewClient): Promise<Client> {
  const wanted = client.idClient && IDENTIFIER.test(client.idClient) ? client.idClient : newIdentifier()
  for (let idClient = wanted; ; idClient = newIdentifier()) {
    const created = await db.transaction(tx =>
      insertClient(tx, { ...client, idClient }, clock.now(), today(clock)),
    )
    if (created) return created
    const holder = await findByEmail(db, client.adresseMail)
    if (holder?.deletedAt)
      throw new Problem(
        409,
        'Un client supprimé utilise cette adresse e-mail : contactez un administrateur pour le réactiver',
      )
    if (holder) throw new Problem(409, 'Un client utilise déjà cette adresse e-mail')
  }
}
