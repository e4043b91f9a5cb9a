import type { Accounts } from '../context.ts'
import { hashPassword } from '../credentials/passwords.ts'
import { fingerprint } from '../credentials/tokens.ts'
import { linkNotGood } from '../messages.ts'
import { deleteTokensOf } from '../store/accounts.ts'
import { consumeLink, deleteLinks, findByLink, replacePassword } from '../store/links.ts'

/** Whether a link to a new password is good still. */
export const isGoodLink = async ({ db, clock }: Accounts, token: string) =>
  (await findByLink(db, fingerprint(token), 'mot-de-passe', clock.now())) !== undefined

/**
 * Gives the account that the link was sent to a new password. Only who reads the mails of the address has the link: it is
 * proven, and whoever was signed in is so no more. 410 when the link is invalid or expired.
 */
export async function resetPassword(accounts: Accounts, token: string, password: string): Promise<void> {
  // Ahead of the hash, which costs 20 ms of a processor.
  if (!(await isGoodLink(accounts, token))) throw linkNotGood()
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
