import type { Accounts } from '../context.ts'
import { emailTaken } from '../messages.ts'
import { hashPassword } from '../passwords/passwords.ts'
import { joinLoyalty } from '../profile/synchronise.ts'
import type { Registration, SignedIn } from '../schemas.ts'
import { findByEmail } from '../store/accounts.ts'
import { openAccount } from './open-account.ts'

/** Opens an account, with the loyalty customer of its e-mail. Succeeds while loyalty is away. 409 when the e-mail is taken. */
export async function register(accounts: Accounts, body: Registration, address: string): Promise<SignedIn> {
  // Before loyalty is asked; the unique index decides between those who pass at the same time.
  if (await findByEmail(accounts.db, body.email)) throw emailTaken()
  const { email, prenom, nom, telephone = null, adresse = null } = body
  const network = accounts.knownNetworks.networkOf(address)
  const [motDePasse, client] = await Promise.all([
    hashPassword(body.motDePasse, accounts.guarded ? network : undefined),
    joinLoyalty(accounts, { email, prenom, nom }),
  ])
  const opened = await openAccount(
    accounts,
    { email, motDePasse, prenom, nom, telephone, adresse },
    client,
    network,
  )
  if (!opened) throw emailTaken()
  return opened
}
