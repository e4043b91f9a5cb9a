import type { Tx } from '../../platform/database/database.ts'
import type { Accounts } from '../context.ts'
import { verifyPassword } from '../credentials/passwords.ts'
import { hashToken } from '../credentials/tokens.ts'
import { wrongCredentials, wrongPassword } from '../messages.ts'
import type { Credentials, SignedIn } from '../schemas.ts'
import { holderOfAccount } from '../sign-in-limits/login-limits.ts'
import { findByEmail, insertToken } from '../store/accounts.ts'
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
  credentials: Credentials,
  address: string,
): Promise<SignedIn> {
  const { db } = accounts
  const account = await findByEmail(db, credentials.email)
  return verifyWithinLimits(accounts, account, credentials, address, async (isRight, network) => {
    if (!isRight || !account) throw wrongCredentials()
    return db.transaction(tx => signIn(tx, accounts, account, network))
  })
}

/**
 * Returns the stored hash of a signed-in customer's password. Throws 403 for a wrong password, and 429 after too many
 * failures, which count with those of sign-ins.
 */
export async function checkPassword(
  accounts: Accounts,
  { email }: Account,
  motDePasse: string,
  address: string,
): Promise<string> {
  const account = await findByEmail(accounts.db, email)
  return verifyWithinLimits(accounts, account, { email, motDePasse }, address, async isRight => {
    if (!isRight || !account) throw wrongPassword()
    return account.motDePasse
  })
}

type Found = Awaited<ReturnType<typeof findByEmail>>

/** Calls `decide` with whether the password is right; a refusal by it counts as a failed attempt. */
async function verifyWithinLimits<T>(
  { guard, knownNetworks, loginLimits }: Accounts,
  account: Found,
  { email, motDePasse }: Credentials,
  address: string,
  decide: (isRight: boolean, network: string) => Promise<T>,
): Promise<T> {
  const network = knownNetworks.networkOf(address)
  const isKnown = account ? await knownNetworks.isKnown(holderOfAccount(account.id), network) : false
  const unknownNetwork = isKnown || !guard.on ? undefined : network
  // The stored spelling, so that every spelling that finds the account shares its limits: PostgreSQL and JavaScript do
  // not agree on the lower case of every letter.
  const name = (account?.email ?? email).toLowerCase()
  const attempt = async () =>
    decide(await verifyPassword(motDePasse, account?.motDePasse, unknownNetwork), network)
  return loginLimits({ name, network, isKnown }, attempt)
}
