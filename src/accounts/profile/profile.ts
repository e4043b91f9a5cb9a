import type { Accounts } from '../context.ts'
import { isProven } from '../proof.ts'
import type { Profile } from '../schemas.ts'
import type { Account } from '../tables.ts'

/** An account as its customer sees it. */
export const profileOf = (accounts: Accounts, account: Account): Profile => ({
  ...account,
  courrielProuve: isProven(accounts, account),
})
