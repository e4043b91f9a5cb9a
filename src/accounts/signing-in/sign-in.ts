import type { Tx } from '../../platform/database/database.ts'
import type { Accounts } from '../context.ts'
import { fingerprint } from '../credentials/tokens.ts'
import type { SignedIn } from '../schemas.ts'
import { insertToken } from '../sessions/store.ts'
import { accountHolder } from '../sign-in-limits/known-networks.ts'
import type { Account } from '../tables.ts'

/** Gives the account a new token, and the answer that carries it. `network`: where the customer is, when it is they who ask. */
export async function signIn(
  tx: Tx,
  { tokens, clock, knownNetworks }: Accounts,
  account: Account,
  network?: string,
): Promise<SignedIn> {
  const { token, expireLe } = await tokens.sign(account)
  await insertToken(tx, { hash: fingerprint(token), compteId: account.id, expireLe, now: clock.now() })
  if (network !== undefined) await knownNetworks.remember(tx, accountHolder(account.id), network)
  return { ...account, accessToken: token, userId: account.id }
}
