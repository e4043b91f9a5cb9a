import type { Accounts } from '../context.ts'
import { rename } from '../loyalty/peers.ts'
import type { ProfileChange } from '../schemas.ts'
import { updateProfile } from '../store/accounts.ts'
import type { Account } from '../tables.ts'

/**
 * Changes what is given. Names are loyalty's too, which would bring back its own with the next profile: it is told first (503
 * while it is away). Telephone and address are the account's alone.
 */
export async function changeProfile(
  { db, clock, peers }: Accounts,
  account: Account,
  change: ProfileChange,
): Promise<Account> {
  const { prenom, nom } = change
  const names = { ...(prenom !== undefined && { prenom }), ...(nom !== undefined && { nom }) }
  if (Object.keys(names).length > 0) await rename(peers, account.clientId, names)
  return (await db.transaction(tx => updateProfile(tx, account.id, change, clock.now()))) ?? account
}
