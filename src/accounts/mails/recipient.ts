import type { Accounts } from '../context.ts'
import type { RecipientQuery } from '../schemas.ts'
import { findMany } from '../store/accounts.ts'
import { recipientsOf } from './store/mails.ts'

/** a•••@example.org: known again by whom it belongs to, of no use to others. */
const masked = (address: string) => address.replace(/^(.)[^@]*/u, '$1•••')

/**
 * Where mails about an order go, as its payment page may show it. What an account has is told to its proven customer alone: whoever
 * merely names one would learn that it is there.
 */
export async function findRecipient(
  { db, settings }: Pick<Accounts, 'db' | 'settings'>,
  { ordreId, client, prouve }: RecipientQuery,
): Promise<string | null> {
  if (settings.smtpUrl === undefined) return null
  const written = ordreId === undefined ? undefined : (await recipientsOf(db, [ordreId])).get(ordreId)
  if (written && (prouve || written.compteId === null)) return masked(written.destinataire)
  if (written || !prouve || client === undefined) return null
  const account = (await findMany(db, [client])).get(client)
  return account ? masked(account.email) : null
}
