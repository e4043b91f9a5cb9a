import type { Tx } from '../../platform/database/database.ts'
import type { Accounts } from '../context.ts'
import type { SignedIn } from '../schemas.ts'
import { insertToken } from '../sessions/store.ts'
import { fingerprint } from '../sessions/tokens.ts'
import type { Account } from '../tables.ts'

/** Gives the account a new token, and the answer that carries it. */
export async function signIn(tx: Tx, { tokens, clock }: Accounts, account: Account): Promise<SignedIn> {
  const { token, expireLe } = await tokens.sign(account)
  await insertToken(tx, { hash: fingerprint(token), compteId: account.id, expireLe, now: clock.now() })
  return { ...account, accessToken: token, userId: account.id }
}
