import type { Static } from 'typebox'
import type { Accounts } from './context.ts'
import type { SavedAddress } from './schemas.ts'

/** A row of accounts.compte, without its password. */
export type Account = {
  id: number
  email: string
  prenom: string
  nom: string
  telephone: string | null
  adresse: string | null
  adresses: Static<typeof SavedAddress>[]
  clientId: string
  clientIdLocal: boolean
  pointsFidelite: number
  niveauFidelisation: string
  derniereSynchro: Date | null
  /** The time at which the customer proved ownership of the address; null until then. */
  courrielProuveLe: Date | null
  createdAt: Date
  updatedAt: Date
}

/** `motDePasse` is the hash of the password. */
export type NewAccount = Omit<Account, 'id' | 'adresses' | 'createdAt' | 'updatedAt'> & { motDePasse: string }

/** The data that an account copies from its loyalty customer. */
export type LoyaltyProfile = Pick<
  Account,
  'clientId' | 'prenom' | 'nom' | 'pointsFidelite' | 'niveauFidelisation'
>

/**
 * The loyalty data of an account: its client identifier, which is that of its loyalty customer or, while it has none,
 * a generated one (`clientIdLocal`); the points and level that it shows; and the time of their last update.
 */
export type LoyaltyLink = Pick<
  Account,
  'clientId' | 'clientIdLocal' | 'pointsFidelite' | 'niveauFidelisation' | 'derniereSynchro'
>

/** Whether the account's e-mail address is proven. Without required proofs every address counts as proven. */
export const isProven = (
  { asksProof }: Pick<Accounts, 'asksProof'>,
  { courrielProuveLe }: Pick<Account, 'courrielProuveLe'>,
) => !asksProof() || courrielProuveLe !== null
