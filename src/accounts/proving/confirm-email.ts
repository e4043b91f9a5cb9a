import type { Accounts } from '../context.ts'
import { fingerprint } from '../credentials/tokens.ts'
import { synchronise } from '../loyalty/synchronise.ts'
import { linkNotGood } from '../messages.ts'
import { login } from '../sessions/login.ts'
import { deleteToken } from '../store/accounts.ts'
import { consumeLink, deleteLinks, findByLink, markProven } from '../store/links.ts'
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

/** The account that a confirmation link was sent to; 410 when it is invalid or expired. */
export async function accountOfLink({ db, clock }: Accounts, token: string): Promise<Account> {
  const account = await findByLink(db, fingerprint(token), 'confirmation', clock.now())
  if (!account) throw linkNotGood()
  return account
}

/** The same with the account's password, where the link itself leads to. 401 for a wrong one, 429 after too many. */
export async function confirmByPassword(
  accounts: Accounts,
  token: string,
  motDePasse: string,
  address: string,
): Promise<Account> {
  const { email } = await accountOfLink(accounts, token)
  const { userId, accessToken } = await login(accounts, { email, motDePasse }, address)
  const { db, clock } = accounts
  // The page has no use for the session.
  await db.transaction(tx => deleteToken(tx, fingerprint(accessToken), clock.now()))
  return confirmEmail(accounts, { id: userId }, token)
}
