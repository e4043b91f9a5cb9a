import type { Tx } from '../../platform/database/database.ts'
import type { Accounts } from '../context.ts'
import { verifyPassword } from '../credentials/passwords.ts'
import { hashToken } from '../credentials/tokens.ts'
import { wrongCredentials } from '../messages.ts'
import type { Credentials, SignedIn } from '../schemas.ts'
import { holderOfAccount } from '../sign-in-limits/login-limits.ts'
import { deleteToken, findByEmail, insertToken } from '../store/accounts.ts'
import type { Account } from '../tables.ts'

/**
 * Opens a session for the account. Records `network`, that of the customer, as known; it is absent if staff act for
 * the customer.
 */
export async function signIn(
  tx: Tx,
  { tokens, clock, knownNetworks }: Accounts,
  account: Account,
  network?: string,
): Promise<SignedIn> {
  const { token, expireLe } = await tokens.sign(account)
  await insertToken(tx, { hash: hashToken(token), compteId: account.id, expireLe, now: clock.now() })
  if (network !== undefined) await knownNetworks.remember(tx, holderOfAccount(account.id), network)
  return { ...account, accessToken: token, userId: account.id }
}

/**
 * Signs a customer in. Throws 401, with the same message and after the same work, whether the e-mail or the password is
 * wrong; 429 after too many failures (`login-limits.ts`).
 */
export async function login(
  accounts: Accounts,
  { email, motDePasse }: Credentials,
  address: string,
): Promise<SignedIn> {
  const { db, guard, knownNetworks, loginLimits } = accounts
  const network = knownNetworks.networkOf(address)
  const account = await findByEmail(db, email)
  const isKnown = account ? await knownNetworks.isKnown(holderOfAccount(account.id), network) : false
  const unknownNetwork = isKnown || !guard.on ? undefined : network
  // The stored spelling, so that every spelling that finds the account shares its limits: PostgreSQL and JavaScript do
  // not agree on the lower case of every letter.
  const name = (account?.email ?? email).toLowerCase()
  const attempt = async () => {
    const isRight = await verifyPassword(motDePasse, account?.motDePasse, unknownNetwork)
    if (!isRight || !account) throw wrongCredentials()
    return db.transaction(tx => signIn(tx, accounts, account, network))
  }
  return loginLimits({ name, network, isKnown }, attempt)
}

/** Returns the id of the account with this address and password. Throws like `login`, which checks them. */
export async function checkPassword(accounts: Accounts, credentials: Credentials, address: string) {
  const { userId, accessToken } = await login(accounts, credentials, address)
  const { db, clock } = accounts
  // Signing in checks the password within its limits, but no session is needed.
  await db.transaction(tx => deleteToken(tx, hashToken(accessToken), clock.now()))
  return userId
}
