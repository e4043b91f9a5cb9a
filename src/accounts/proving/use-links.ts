import type { Accounts } from '../context.ts'
import { hashPassword } from '../credentials/passwords.ts'
import { hashToken } from '../credentials/tokens.ts'
import { synchronise } from '../loyalty/synchronise.ts'
import { invalidLink } from '../messages.ts'
import { checkPassword } from '../sessions/login.ts'
import { deleteTokensOf } from '../store/accounts.ts'
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
 * Proves the address of an account by the mailed link, which ends all links of the account, then links the account to
 * the loyalty customer of the address, unless loyalty is unavailable or refuses. The caller must be signed in to the
 * account: otherwise, owners who only open a link would prove their address for a stranger who registered it. Throws
 * 410 if the link is invalid, expired or sent to another account.
 */
export async function confirmEmail(
  accounts: Accounts,
  { id }: Pick<Account, 'id'>,
  token: string,
): Promise<Account> {
  const { db, clock } = accounts
  const proven = await db.transaction(async tx => {
    const now = clock.now()
    // Thrown inside the transaction, so that another account's link stays valid.
    if ((await consumeLink(tx, hashToken(token), 'confirmation', now)) !== id) throw invalidLink()
    await deleteLinks(tx, id)
    return markProven(tx, id, now)
  })
  return synchronise(accounts, proven)
}

/** Returns the account that a link was sent to. Throws 410 if the link is invalid or expired. */
export async function getAccountByLink({ db, clock }: Accounts, token: string, usage: LinkUse) {
  const account = await findByLink(db, hashToken(token), usage, clock.now())
  if (!account) throw invalidLink()
  return account
}

/**
 * Proves the address by the link and the account's password, for the page that the link opens. Throws 410 if the link
 * is invalid or expired, 401 for a wrong password and 429 after too many wrong ones.
 */
export async function confirmByPassword(
  accounts: Accounts,
  token: string,
  motDePasse: string,
  address: string,
): Promise<Account> {
  const { email } = await getAccountByLink(accounts, token, 'confirmation')
  const id = await checkPassword(accounts, { email, motDePasse }, address)
  return confirmEmail(accounts, { id }, token)
}

/**
 * Sets a new password by a mailed link, and ends all sessions and links of the account. This also proves the address,
 * because only readers of its mail have the link. Throws 410 if the link is invalid or expired.
 */
export async function resetPassword(accounts: Accounts, token: string, password: string): Promise<void> {
  // Checked before hashing, which takes 20 ms of CPU time.
  await getAccountByLink(accounts, token, 'mot-de-passe')
  const motDePasse = await hashPassword(password)
  const { db, clock } = accounts
  await db.transaction(async tx => {
    const now = clock.now()
    const compteId = await consumeLink(tx, hashToken(token), 'mot-de-passe', now)
    if (compteId === undefined) throw invalidLink()
    await replacePassword(tx, compteId, motDePasse, now)
    await deleteLinks(tx, compteId)
    await deleteTokensOf(tx, compteId)
  })
}
