import type { Accounts } from '../context.ts'
import { hashPassword } from '../credentials/passwords.ts'
import { fingerprint } from '../credentials/tokens.ts'
import { synchronise } from '../loyalty/synchronise.ts'
import { linkNotGood } from '../messages.ts'
import { login } from '../sessions/login.ts'
import { deleteToken, deleteTokensOf } from '../store/accounts.ts'
import {
  consumeLink,
  deleteLinks,
  findByLink,
  type LinkUse,
  markProven,
  replacePassword,
} from '../store/links.ts'
import type { Account } from '../tables.ts'

/**
 * Proves the address of an account by the link that was sent to it, shown by whoever is signed in to that account: the link
 * alone would prove nothing for somebody who registered a stranger's address. The loyalty customer of the address is the
 * account's from now on. 410 when the link is invalid, expired or another account's.
 */
export async function confirmEmail(
  accounts: Accounts,
  { id }: Pick<Account, 'id'>,
  token: string,
): Promise<Account> {
  const { db, clock } = accounts
  const proven = await db.transaction(async tx => {
    const now = clock.now()
    // Thrown in the transaction: another account's link is not used up.
    if ((await consumeLink(tx, fingerprint(token), 'confirmation', now)) !== id) throw linkNotGood()
    await deleteLinks(tx, id)
    return markProven(tx, id, now)
  })
  return synchronise(accounts, proven)
}

/** The account that a link was sent to; 410 when it is invalid or expired. */
export async function accountOfLink({ db, clock }: Accounts, token: string, usage: LinkUse) {
  const account = await findByLink(db, fingerprint(token), usage, clock.now())
  if (!account) throw linkNotGood()
  return account
}

/** Proves the address with the account's password, where the link itself leads to. 401 for a wrong one, 429 after too many. */
export async function confirmByPassword(
  accounts: Accounts,
  token: string,
  motDePasse: string,
  address: string,
): Promise<Account> {
  const { email } = await accountOfLink(accounts, token, 'confirmation')
  const { userId, accessToken } = await login(accounts, { email, motDePasse }, address)
  const { db, clock } = accounts
  // The page has no use for the session.
  await db.transaction(tx => deleteToken(tx, fingerprint(accessToken), clock.now()))
  return confirmEmail(accounts, { id: userId }, token)
}

/**
 * Gives the account that the link was sent to a new password. Only who reads the mails of the address has the link: it is
 * proven, and whoever was signed in is so no more. 410 when the link is invalid or expired.
 */
export async function resetPassword(accounts: Accounts, token: string, password: string): Promise<void> {
  // Ahead of the hash, which costs 20 ms of a processor.
  await accountOfLink(accounts, token, 'mot-de-passe')
  const motDePasse = await hashPassword(password)
  const { db, clock } = accounts
  await db.transaction(async tx => {
    const now = clock.now()
    const compteId = await consumeLink(tx, fingerprint(token), 'mot-de-passe', now)
    if (compteId === undefined) throw linkNotGood()
    await replacePassword(tx, compteId, motDePasse, now)
    await deleteLinks(tx, compteId)
    await deleteTokensOf(tx, compteId)
  })
}
