import { randomBytes } from 'node:crypto'
import type { Accounts } from '../context.ts'
import { type LoyaltyClient, standingOf } from '../peers.ts'
import type { SignedIn } from '../schemas.ts'
import { signIn } from '../signing-in/sign-in.ts'
import { findByEmail, insertAccount } from '../store/accounts.ts'

type Opening = {
  email: string
  /** Hashed. */
  motDePasse: string
  prenom: string
  nom: string
  telephone: string | null
  adresse: string | null
}

const localIdentifier = () => `CLI_${randomBytes(4).toString('hex').toUpperCase()}`

const withoutLoyalty = () => ({
  clientId: localIdentifier(),
  clientIdLocal: true,
  pointsFidelite: 0,
  niveauFidelisation: 'Standard',
  derniereSynchro: null,
})

/** Opens the account and signs it in; undefined when the e-mail has one already. */
export async function openAccount(
  accounts: Accounts,
  opening: Opening,
  client: LoyaltyClient | undefined,
  network?: string,
): Promise<SignedIn | undefined> {
  const { db, clock } = accounts
  const now = clock.now()
  const known = client && { ...standingOf(client), clientIdLocal: false, derniereSynchro: now }
  for (const link of [...(known ? [known] : []), withoutLoyalty(), withoutLoyalty()]) {
    const opened = await db.transaction(async tx => {
      const account = await insertAccount(tx, { ...link, ...opening }, now)
      return account && signIn(tx, accounts, account, network)
    })
    if (opened) return opened
    if (await findByEmail(db, opening.email)) return undefined
  }
  throw new Error('Every client identifier that was tried is taken')
}
