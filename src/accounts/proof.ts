import type { Accounts } from './context.ts'
import type { Account } from './tables.ts'

/** Whether the account's e-mail address is known to be its customer's. Where no proof is asked, every one counts as such. */
export const isProven = (
  { proofAsked }: Pick<Accounts, 'proofAsked'>,
  { courrielProuveLe }: Pick<Account, 'courrielProuveLe'>,
) => !proofAsked || courrielProuveLe !== null
