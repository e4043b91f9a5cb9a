import type { Accounts } from '../context.ts'
import { wrongCredentials } from '../messages.ts'
import { isPassword } from '../passwords/passwords.ts'
import type { Credentials, SignedIn } from '../schemas.ts'
import { findByEmail } from '../store/accounts.ts'
import { guardedAttempt } from './attempts.ts'
import { signIn } from './sign-in.ts'

/** 401 in the same words and after the same work whether the e-mail or the password is wrong; 429 after ten of those. */
export function login(
  accounts: Accounts,
  { email, motDePasse }: Credentials,
  adresse: string,
): Promise<SignedIn> {
  return guardedAttempt(accounts, { email, adresse }, async () => {
    const account = await findByEmail(accounts.db, email)
    if (!(await isPassword(motDePasse, account?.motDePasse)) || !account) throw wrongCredentials()
    return tx => signIn(tx, accounts, account)
  })
}
