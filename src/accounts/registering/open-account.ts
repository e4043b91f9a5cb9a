import { randomBytes } from 'node:crypto'
import type { Tx } from '../../platform/database/database.ts'
import type { Accounts } from '../context.ts'
import { type LoyaltyClient, loyaltyProfileOf } from '../loyalty/peers.ts'
import type { SignedIn } from '../schemas.ts'
import { signIn } from '../sessions/login.ts'
import { findByEmail, insertAccount } from '../store/accounts.ts'
import type { Account, LoyaltyLink, NewAccount } from '../tables.ts'

/** Returns the link of an account without a loyalty customer, with a random identifier. */
export const createLocalLink = (): LoyaltyLink => ({
  clientId: `CLI_${randomBytes(4).toString('hex').toUpperCase()}`,
  clientIdLocal: true,
  pointsFidelite: 0,
  niveauFidelisation: 'Standard',
  derniereSynchro: null,
})

export const loyaltyLinkOf = (client: LoyaltyClient, now: Date): LoyaltyLink => ({
  ...loyaltyProfileOf(client),
  clientIdLocal: false,
  derniereSynchro: now,
})

type Options = {
  /** The customer's network; absent when staff open the account. */
  network?: string
  /** Called in the transaction that opens the account. */
  finish?: (tx: Tx, account: Account) => Promise<unknown>
}

/**
 * Opens an account and signs it in; returns undefined if another account has the e-mail. If another account has or had
 * the identifier of `first`, the new account gets a random one.
 */
export async function openAccount(
  accounts: Accounts,
  opening: Omit<NewAccount, keyof LoyaltyLink>,
  first: LoyaltyLink,
  { network, finish = async () => {} }: Options = {},
): Promise<SignedIn | undefined> {
  const { db, clock } = accounts
  for (const link of [first, createLocalLink(), createLocalLink()]) {
    const opened = await db.transaction(async tx => {
      const account = await insertAccount(tx, { ...link, ...opening }, clock.now())
      if (!account) return undefined
      await finish(tx, account)
      return signIn(tx, accounts, account, network)
    })
    if (opened) return opened
    if (await findByEmail(db, opening.email)) return undefined
  }
  throw new Error('All generated client identifiers are taken')
}
