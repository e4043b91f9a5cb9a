import type { Accounts } from '../context.ts'
import { hashPassword } from '../credentials/passwords.ts'
import { findClientByEmail } from '../loyalty/peers.ts'
import { synchronise } from '../loyalty/synchronise.ts'
import { noSuchCustomer, passwordAlreadySet } from '../messages.ts'
import type { FirstPassword, SignedIn } from '../schemas.ts'
import { signIn } from '../sessions/login.ts'
import { deleteTokensOf, type Owner, transferAccount } from '../store/accounts.ts'
import { deleteLinks } from '../store/links.ts'
import { loyaltyLinkOf, openAccount } from './open-account.ts'

/**
 * Opens an account for a loyalty customer without one, or transfers to them the unproven account that another person opened
 * with their address. Throws 401, always the same, unless e-mail and identifier belong to one customer; 409 if they have
 * an account that is proven or needs no proof; 503 while loyalty is unavailable.
 */
export async function setPassword(accounts: Accounts, body: FirstPassword): Promise<SignedIn> {
  const [motDePasse, client] = await Promise.all([
    hashPassword(body.motDePasse),
    findClientByEmail(accounts.peers, body.email),
  ])
  if (client?.idClient !== body.clientId) throw noSuchCustomer()
  const { prenom, nom, telephone, adresse } = client
  const now = accounts.clock.now()
  const owner = { email: body.email, motDePasse, prenom, nom, telephone, adresse, courrielProuveLe: now }
  const signedIn =
    (await openAccount(accounts, owner, loyaltyLinkOf(client, now))) ?? (await transfer(accounts, owner))
  if (!signedIn) throw passwordAlreadySet()
  return signedIn
}

/**
 * Transfers an unproven account to the owner of its address, ends its sessions and opens one for the owner. Returns
 * undefined if the address is proven or needs no proof.
 */
async function transfer(accounts: Accounts, owner: Owner): Promise<SignedIn | undefined> {
  const { db, asksProof } = accounts
  if (!asksProof()) return undefined
  const transferred = await db.transaction(async tx => {
    const account = await transferAccount(tx, owner)
    if (!account) return undefined
    await deleteTokensOf(tx, account.id)
    await deleteLinks(tx, account.id)
    return account
  })
  if (!transferred) return undefined
  const account = await synchronise(accounts, transferred)
  return db.transaction(tx => signIn(tx, accounts, account))
}
