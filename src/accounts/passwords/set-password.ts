import type { Accounts } from '../context.ts'
import { noSuchCustomer, passwordAlreadySet } from '../messages.ts'
import { clientByEmail } from '../peers.ts'
import { openAccount } from '../registering/open-account.ts'
import type { FirstPassword, SignedIn } from '../schemas.ts'
import { hashPassword } from './passwords.ts'

/**
 * Opens the account of a loyalty customer who has none yet. 401, always the same, unless e-mail and identifier are those
 * of one customer; 409 when the account exists; 503 while loyalty is away.
 */
export async function setPassword(accounts: Accounts, body: FirstPassword): Promise<SignedIn> {
  const [motDePasse, client] = await Promise.all([
    hashPassword(body.motDePasse),
    clientByEmail(accounts.peers, body.email),
  ])
  if (client?.idClient !== body.clientId) throw noSuchCustomer()
  const { prenom, nom, telephone, adresse } = client
  const opened = await openAccount(
    accounts,
    { email: body.email, motDePasse, prenom, nom, telephone, adresse },
    client,
  )
  if (!opened) throw passwordAlreadySet()
  return opened
}
