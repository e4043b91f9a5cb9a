import { type Attempts, createAttempts } from '../../platform/limits/attempts.ts'
import type { Limits } from '../../platform/limits/limits.ts'
import { networkOf } from '../../platform/limits/network.ts'
import type { Accounts } from '../context.ts'
import { tooManyLogins, wrongCredentials } from '../messages.ts'
import { isPassword } from '../passwords/passwords.ts'
import type { Credentials, SignedIn } from '../schemas.ts'
import { findByEmail } from '../store/accounts.ts'
import { signIn } from './sign-in.ts'

/** Ten logins of one e-mail and address may fail within 15 minutes. */
export const loginAttempts = (limits: Limits, name: string): Attempts =>
  createAttempts(limits, { name, most: 10, seconds: 15 * 60 })

/** 401 in the same words and after the same work whether the e-mail or the password is wrong; 429 after ten of those. */
export async function login(
  accounts: Accounts,
  { email, motDePasse }: Credentials,
  address: string,
): Promise<SignedIn> {
  const account = await findByEmail(accounts.db, email)
  // However its letters are written: PostgreSQL, which finds the account, knows another lower case than JavaScript.
  const name = (account?.email ?? email).toLowerCase()
  const attempt = async () => {
    if (!(await isPassword(motDePasse, account?.motDePasse)) || !account) throw wrongCredentials()
    return accounts.db.transaction(tx => signIn(tx, accounts, account))
  }
  return accounts.loginAttempts(JSON.stringify([name, networkOf(address)]), attempt, tooManyLogins)
}
