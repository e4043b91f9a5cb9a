import type { Tx } from '../../platform/database/database.ts'
import type { Accounts } from '../context.ts'
import { hashPassword } from '../credentials/passwords.ts'
import { joinLoyalty, registerWithLoyalty } from '../loyalty/synchronise.ts'
import { emailTaken } from '../messages.ts'
import { mayHaveLink, writeLinkMail } from '../proving/send-links.ts'
import type { Registration, SignedIn } from '../schemas.ts'
import { findByEmail } from '../store/accounts.ts'
import type { Account, LoyaltyLink } from '../tables.ts'
import { openAccount, withLoyalty, withoutLoyalty } from './open-account.ts'

/**
 * Opens an account, with the loyalty customer of its e-mail; where proof is asked it has an identifier of its own until the
 * address is proven, whether or not there is such a customer. Succeeds while loyalty is unavailable. 409 when the e-mail is taken.
 */
export async function register(accounts: Accounts, body: Registration, address: string): Promise<SignedIn> {
  // Before loyalty is asked; the unique index decides between those who pass at the same time.
  if (await findByEmail(accounts.db, body.email)) throw emailTaken()
  const { email, prenom, nom, telephone = null, adresse = null } = body
  const network = accounts.knownNetworks.networkOf(address)
  const [motDePasse, link, mailed] = await Promise.all([
    hashPassword(body.motDePasse, accounts.guarded ? network : undefined),
    accounts.proofAsked ? apart(accounts, body) : joined(accounts, body),
    accounts.proofAsked && mayHaveLink(accounts, email),
  ])
  const opening = { email, motDePasse, prenom, nom, telephone, adresse, courrielProuveLe: null }
  const finish = async (tx: Tx, account: Account) => {
    if (mailed) await writeLinkMail(tx, accounts, account, 'confirmation')
  }
  const opened = await openAccount(accounts, opening, link, { network, finish })
  if (!opened) throw emailTaken()
  return opened
}

async function joined(accounts: Accounts, { email, prenom, nom }: Registration): Promise<LoyaltyLink> {
  const client = await joinLoyalty(accounts, { email, prenom, nom })
  return client ? withLoyalty(client, accounts.clock.now()) : withoutLoyalty()
}

/** One call whatever loyalty has, and hidden behind the hashing of the password: its time says nothing. */
async function apart(accounts: Accounts, { email, prenom, nom }: Registration): Promise<LoyaltyLink> {
  const link = withoutLoyalty()
  await registerWithLoyalty(accounts, { email, prenom, nom, idClient: link.clientId })
  return link
}
