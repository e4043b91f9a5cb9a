import type { Tx } from '../../platform/database/database.ts'
import type { Language } from '../../platform/http/pages.ts'
import type { Accounts } from '../context.ts'
import { hashPassword } from '../credentials/passwords.ts'
import { joinLoyalty, registerWithLoyalty } from '../loyalty/synchronise.ts'
import { emailTaken } from '../messages.ts'
import { consumeLinkQuota, writeLinkMail } from '../proving/send-links.ts'
import type { Registration, SignedIn } from '../schemas.ts'
import { findByEmail } from '../store/accounts.ts'
import type { Account, LoyaltyLink } from '../tables.ts'
import { createLocalLink, loyaltyLinkOf, openAccount } from './open-account.ts'

/**
 * Opens an account, links it to the loyalty customer of its e-mail, who is created if there is none, and signs it in.
 * If addresses must be proven, the account instead keeps its own identifier until the proof, whether or not such a
 * customer exists, and gets a mail with a confirmation link, within the limit of such mails. If loyalty is unavailable
 * or refuses, the account is opened without a loyalty customer. Throws 409 if the e-mail is taken.
 */
export async function register(
  accounts: Accounts,
  body: Registration,
  { address, langue }: { address: string; langue: Language },
): Promise<SignedIn> {
  // Avoids a hash and a call to loyalty. The unique index decides between concurrent registrations.
  if (await findByEmail(accounts.db, body.email)) throw emailTaken()
  const { email, prenom, nom, telephone = null, adresse = null } = body
  const network = accounts.knownNetworks.networkOf(address)
  const [motDePasse, link, mailed] = await Promise.all([
    hashPassword(body.motDePasse, accounts.guard.on ? network : undefined),
    accounts.asksProof() ? separateLink(accounts, body) : joinedLink(accounts, body),
    accounts.asksProof() && consumeLinkQuota(accounts, email),
  ])
  const opening = { email, motDePasse, prenom, nom, telephone, adresse, courrielProuveLe: null }
  const finish = async (tx: Tx, account: Account) => {
    if (mailed) await writeLinkMail(tx, accounts, account, { usage: 'confirmation', langue })
  }
  const opened = await openAccount(accounts, opening, link, { network, finish })
  if (!opened) throw emailTaken()
  return opened
}

async function joinedLink(accounts: Accounts, { email, prenom, nom }: Registration): Promise<LoyaltyLink> {
  const client = await joinLoyalty(accounts, { email, prenom, nom })
  return client ? loyaltyLinkOf(client, accounts.clock.now()) : createLocalLink()
}

/**
 * Makes one call to loyalty, whether or not the e-mail has a customer there, in parallel with the hashing of the password.
 * The duration of the registration therefore does not reveal the customer.
 */
async function separateLink(accounts: Accounts, { email, prenom, nom }: Registration): Promise<LoyaltyLink> {
  const link = createLocalLink()
  await registerWithLoyalty(accounts, { email, prenom, nom, idClient: link.clientId })
  return link
}
