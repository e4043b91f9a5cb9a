import type { Accounts } from '../context.ts'
import { isPassword } from '../credentials/passwords.ts'
import { tooManyLogins, wrongCredentials } from '../messages.ts'
import type { Credentials, SignedIn } from '../schemas.ts'
import { accountHolder } from '../sign-in-limits/known-networks.ts'
import { findByEmail } from '../store/accounts.ts'
import { signIn } from './sign-in.ts'

/**
 * 401 in the same words and after the same work whether the e-mail or the password is wrong; 429 after too many of those
 * (`login-limits.ts`).
 */
export async function login(
  accounts: Accounts,
  { email, motDePasse }: Credentials,
  address: string,
): Promise<SignedIn> {
  const { db, guarded, knownNetworks, loginLimits } = accounts
  const network = knownNetworks.networkOf(address)
  const account = await findByEmail(db, email)
  const isKnown = account ? await knownNetworks.isKnown(accountHolder(account.id), network) : false
  const stranger = isKnown || !guarded ? undefined : network
  // However its letters are written: PostgreSQL, which finds the account, knows another lower case than JavaScript.
  const name = (account?.email ?? email).toLowerCase()
  const attempt = async () => {
    const isRight = await isPassword(motDePasse, account?.motDePasse, stranger)
    if (!isRight || !account) throw wrongCredentials()
    return db.transaction(tx => signIn(tx, accounts, account, network))
  }
  return loginLimits({ name, network, isKnown }, attempt, tooManyLogins)
}
